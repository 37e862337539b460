/** The icons of the room: lines on a square of 24 units. */
const PATHS = {
  microphone: 'M9 11V6a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21M8 21h8',
  'microphone-off':
    'M15 9V6a3 3 0 0 0-5.8-1M9 9v2a3 3 0 0 0 4.5 2.6M5.5 11a6.5 6.5 0 0 0 10.3 5.3M18.2 13a6 6 0 0 0 .3-2M12 17.5V21M8 21h8M4 3l16 18',
  camera: 'M3 18V9a3 3 0 0 1 3-3h6a3 3 0 0 1 3 3v9zM15 13l6-4v9l-6-3',
  'camera-off': 'M9 6h3a3 3 0 0 1 3 3v4l6-4v9M15 18H3V9a3 3 0 0 1 2-2.8M4 3l16 18',
  screen: 'M3 17V7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10zM8 21h8M12 14V8.5M9 11l3-3 3 3',
  chat: 'M4 20V9a5 5 0 0 1 5-5h6a5 5 0 0 1 5 5v7H8zM8.5 10h7M8.5 13h4',
  people:
    'M3 19v-1a6 6 0 0 1 12 0v1zM9 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM17.5 19H21v-1a5 5 0 0 0-4.5-5M15.5 9.3a3 3 0 0 0 0-5.6',
  more: 'M4 7h9M17 7h3M15 4.5v5M4 17h3M11 17h9M9 14.5v5',
  leave: 'M3 15.5c0-5 5-7 9-7s9 2 9 7l-5 1v-3.200c-2.5-.9-5.5-.9-8 0v3.200z',
  close: 'M6 6l12 12M18 6L6 18',
  whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  small: 'M3 19V7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v4M12 19v-3a2 2 0 0 1 2-2h5a2 2 0 0 1 2 2v3z',
  door: 'M6 21V9a6 6 0 0 1 12 0v12zM3 21h18M14.5 13.5v2',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
