import { afterEach, expect, it, vi } from 'vitest';
import { arrive, pop, settle } from './animate.ts';

const node = document.createElement('div');
afterEach(() => {
  Reflect.deleteProperty(node, 'animate');
  Reflect.deleteProperty(node, 'getAnimations');
});

function fake(finished: Promise<void>) {
  const animate = vi.fn((_frames: Keyframe[], _options: KeyframeAnimationOptions) => ({ finished }));
  Object.assign(node, { animate });
  return animate;
}

it('moves nothing when it should take no time, or the browser cannot', async () => {
  await pop(node, { duration: 100 });
  const animate = fake(Promise.resolve());
  await arrive(node, 1, 2, { duration: 0 });
  expect(animate).not.toHaveBeenCalled();
});

it('comes from where it was', async () => {
  const animate = fake(Promise.resolve());
  await arrive(node, 1, -2, { duration: 300, delay: 200 });
  const [frames, options] = animate.mock.calls[0] ?? [];
  expect(frames?.map((frame) => frame.transform)).toEqual(['translate(100%, -200%)', 'none']);
  expect(options).toMatchObject({ duration: 300, delay: 200, fill: 'backwards' });
});

it('is done when it is cut short', async () => {
  fake(Promise.reject(new DOMException('cut', 'AbortError')));
  await expect(pop(node, { duration: 100 })).resolves.toBeUndefined();
});

it('ends what is still going on', () => {
  const cancel = vi.fn();
  Object.assign(node, { getAnimations: () => [{ cancel }, { cancel }] });
  settle(node);
  expect(cancel).toHaveBeenCalledTimes(2);
});
