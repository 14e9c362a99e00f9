"""How rules become machine code: one decorator.

What Python calls is an entry: it is kept on disk, with all that it calls in it. What only other compiled functions call is
made into code that the entries take in, and never by itself into machine code: optimizing it once, where it is used, takes a
third of the time, and nothing but entries has to be kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
from numba import types
from numba.core import compiler, sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined]
from numba.core.registry import CPUDispatcher
from numba.extending import lower_cast

from escale.rules.machine_code import KernelCache
from escale.rules.notice import told_if_slow

F = TypeVar("F", bound=Callable[..., Any])

#: What every kernel is compiled with: threads may run it side by side, and a division by zero is the game's bug, not a check.
JIT_OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
NO_WRAPPER = {"no_cpython_wrapper": True}

#: Turned into int64 and mixed with what was not, Numba would make them floats.
SETS_OF_BITS = (types.uint32, types.uint64)

interpreted: bool = bool(numba.config.DISABLE_JIT)


def compiled(function: F) -> F:
    """Compile `function` on first use, and keep the machine code on disk for the next process.

    With NUMBA_DISABLE_JIT=1 it stays an ordinary Python function.
    """
    return function if interpreted else cast(F, Kernel(function, JIT_OPTIONS))


def compiled_brief(function: F) -> F:
    """Like `compiled`, for what Python calls and is done in microseconds: it keeps other threads waiting, which costs less
    than letting them in.
    """
    return function if interpreted else cast(F, Kernel(function, JIT_OPTIONS | {"nogil": False}))


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A compiled function: as Python calls it, and as other compiled functions do."""

    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        """Nothing is compiled yet."""
        super().__init__(function, targetoptions=dict(options))
        self._compiler = _Compiler(EntryLibrary, function, self.targetdescr, dict(options), {}, compiler.Compiler)
        self._inner = Inner(function, options)
        if not function.__module__.startswith("__"):  # one typed at a prompt has no file to tell its versions by
            self._cache = KernelCache(cast(FunctionType, function))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How another compiled function calls it."""
        _, folded = self._compiler.fold_argument_types(args, kws)
        return self._inner.get_call_template(tuple(map(widened, folded)), {})

    def get_overload(self, sig: Any) -> Any:
        """What another compiled function calls."""
        return self._inner.get_overload(sig)


class Inner(CPUDispatcher):  # type: ignore[misc]
    """A compiled function as other compiled functions call it."""

    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        """Nothing is compiled yet."""
        mine = {**options, **NO_WRAPPER}
        super().__init__(function, targetoptions=mine)
        self._compiler = _Compiler(InnerLibrary, function, self.targetdescr, mine, {}, compiler.Compiler)

    def add_overload(self, cres: Any) -> None:
        """Let others call it: Python can't."""
        self.overloads[tuple(cres.signature.args)] = cres
        self.targetctx.insert_user_function(cres.library, cres.fndesc, [cres.library])

    def get_overload(self, sig: Any) -> Any:
        """What stands for it in the calls of others."""
        args, _ = sigutils.normalize_signature(sig)
        return self.overloads[tuple(args)].library


def widened(of_argument: types.Type) -> types.Type:
    """The type that an argument is handed over as, or each of several would be compiled apart: whole numbers as int64, but not
    sets of bits, arrays that are fields of a record as any others.
    """
    plain = types.unliteral(of_argument)
    if isinstance(plain, types.Integer) and plain not in SETS_OF_BITS:
        return types.int64
    if isinstance(plain, types.NestedArray):
        return types.Array(plain.dtype, plain.ndim, "C")
    return plain


@lower_cast(types.NestedArray, types.Array)
def _as_array(context: Any, builder: Any, fromty: Any, toty: Any, val: Any) -> Any:
    return val


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code for entries to take in."""

    def finalize(self) -> None:
        """There is nothing more to do."""
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    def own_module(self) -> Any:
        """The code, without what it calls."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The code with all that it calls: functions that Numba compiles without us call ours, too."""
        module = self.own_module().clone()
        _link(module, _called_by(self))
        return module


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Machine code, with all code that it calls."""

    def finalize(self) -> None:
        """Take in what is called, and what that calls; then optimize all of it."""
        called = _called_by(self)
        for library in called:
            self._reload_init.update(library._reload_init)
        _link(self._final_module, called)
        self._linking_libraries: list[Any] = []
        super().finalize()


def _called_by(library: Any) -> dict[Any, None]:
    """All libraries that one needs, each once."""
    found: dict[Any, None] = {}
    todo = list(library._linking_libraries)
    while todo:
        one = todo.pop()
        if one not in found:
            found[one] = None
            if isinstance(one, InnerLibrary):
                todo += one._linking_libraries
    return found


def _link(module: Any, libraries: Iterable[Any]) -> None:
    for library in libraries:
        other = library.own_module() if isinstance(library, InnerLibrary) else library._get_module_for_linking()
        module.link_in(other, preserve=True)


class _Compiler(_FunctionCompiler):  # type: ignore[misc]
    def __init__(self, library: type[JITCodeLibrary], *arguments: Any) -> None:
        super().__init__(*arguments)
        self._library = library

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = self._library is InnerLibrary
        context = self.targetdescr.target_context
        library = self._library(context.codegen(), self.py_func.__qualname__)
        library.enable_object_caching()
        return compiler.compile_extra(
            self.targetdescr.typing_context,
            context,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=flags,
            locals=self.locals,
            library=library,
            pipeline_class=self.pipeline_class,
        )


def source_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """The plain Python function behind a compiled one."""
    return cast(Callable[..., Any], getattr(function, "py_func", function))


def entry(function: Callable[..., Any], *examples: Any) -> Callable[..., Any]:
    """`function` compiled for arguments typed like the examples, without the look-up of types at each call.

    The caller answers for the types: nothing checks them. When compiling takes long, a terminal is told why.
    """
    if interpreted:
        return function
    with told_if_slow():
        signature = tuple(numba.typeof(example) for example in examples)
        return cast(Callable[..., Any], function.compile(signature))  # type: ignore[attr-defined]
