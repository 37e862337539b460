/** Resolves when nothing moves any more in an element and it is as its style says: at once where motion is off. */
export async function afterAnimations(element: Element | null): Promise<void> {
  await Promise.allSettled(element?.getAnimations().map(({ finished }) => finished) ?? []);
}
