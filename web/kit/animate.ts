/** Movements by the Web Animations API. A duration of 0 is no movement at all: everything is at once where it belongs. */

export interface Motion {
  /** In milliseconds. */
  duration: number;
  delay?: number;
  easing?: string;
}

/** Play keyframes on a node; done when they are over, cut short or not wanted. Before its delay is over a node shows the first one. */
export async function animate(
  node: Element,
  frames: Keyframe[],
  { duration, delay = 0, easing = 'ease' }: Motion,
): Promise<void> {
  if (duration <= 0 || !node.animate) return;
  try {
    await node.animate(frames, { duration, delay, easing, fill: 'backwards' }).finished;
  } catch {
    // Cut short: the node is where it belongs.
  }
}

/** Come from so many of its own widths to the right and heights below. */
export function arrive(node: Element, right: number, below: number, motion: Motion): Promise<void> {
  const from = `translate(${right * 100}%, ${below * 100}%)`;
  return animate(node, [{ transform: from }, { transform: 'none' }], { easing: 'cubic-bezier(.5, 0, .3, 1.08)', ...motion });
}

/** Swell a little, then shrink to nothing. */
export function pop(node: Element, motion: Motion): Promise<void> {
  const frames = [
    { transform: 'none', opacity: 1 },
    { transform: 'scale(1.22)', opacity: 1, offset: 0.4 },
    { transform: 'scale(0.2)', opacity: 0 },
  ];
  return animate(node, frames, motion);
}

/** Shake its head: no. */
export function refuse(node: Element, motion: Motion): Promise<void> {
  const frames = [0, -12, 10, -6, 0].map((percent) => ({ transform: `translateX(${percent}%)` }));
  return animate(node, frames, motion);
}

/** End what a node and everything in it is still doing. */
export function settle(node: Element): void {
  for (const animation of node.getAnimations?.({ subtree: true }) ?? []) animation.cancel();
}
