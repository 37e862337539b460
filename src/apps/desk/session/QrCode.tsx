import { encode } from 'uqr';

/** The blank edge that readers need (modules). */
const QUIET = 4;

/** A QR code. It is dark on light in both schemes: not every reader understands the other way round. */
export function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET });
  // One run of dark modules is one rectangle.
  const path = data
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the key"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
