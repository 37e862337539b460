/** As a browser does that plays nothing before it is clicked. Returns what ends it. */
export function blockSound(): () => void {
  // oxlint-disable-next-line typescript/unbound-method -- it is put back where it was
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('Rehearsed.', 'NotAllowedError'));
  return () => (HTMLMediaElement.prototype.play = play);
}
