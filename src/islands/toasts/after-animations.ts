/** Resolves when an element's animations and transitions have ended; at once if there are none. */
export async function afterAnimations(element: Element | null): Promise<void> {
  await Promise.allSettled(element?.getAnimations().map(({ finished }) => finished) ?? []);
}
