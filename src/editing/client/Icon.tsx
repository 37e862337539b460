const SHAPES = {
  bin: 'M3 5h14M8 5V3h4v2M5 5l1 12h8l1-12',
  hide: 'M2 10c3-6 13-6 16 0-3 6-13 6-16 0M3 17L17 3',
  show: 'M2 10c3-6 13-6 16 0-3 6-13 6-16 0M9 10h2',
  close: 'M4 4l12 12M16 4L4 16',
  down: 'M10 3v13M4 11l6 6 6-6',
  plus: 'M10 3v14M3 10h14',
  side: 'M3 4h14v12H3zM12 4v12',
  up: 'M10 17V4M4 9l6-6 6 6',
} as const;

/** A decorative icon for a button that has a label. */
export function Icon({ name }: { name: keyof typeof SHAPES }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="square"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
