/** Simulates a browser that blocks sound before a click. Returns a function that restores playback. */
export function blockSound(): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- it is restored below
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('Rehearsed.', 'NotAllowedError'));
  return () => (HTMLMediaElement.prototype.play = play);
}
