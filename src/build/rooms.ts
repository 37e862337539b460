/**
 * Rooms are pages that are applications of their own: the desk of the staff, the video room and the editor of the words.
 * What differs by path is here, and whatever handles pages reads it (docs/decisions/027-rooms.md).
 */
export interface Room {
  /** Names its page and the folder of its application in src/apps. */
  name: string;
  /** What its page may use of the features in Permissions-Policy. All others are off. */
  permissions: readonly string[];
  /**
   * What it may connect to besides its own origin: `backend`, including its WebSockets; `meetings`, which may also run a
   * script there; `code-host`, where the words are changed, and the function for signing in there; or an origin.
   */
  connections: readonly string[];
  /** Where its images may come from besides its own origin, as in a CSP. */
  images: readonly string[];
  /** The most that all its scripts may weigh together (bytes, with brotli). */
  scripts: number;
  /** The setting that publishes it on an origin of its own. */
  setting: string;
}

export const ROOMS = [
  {
    name: 'desk',
    permissions: [],
    connections: ['backend'],
    images: [],
    scripts: 170 * 1024,
    setting: 'DESK_ORIGIN',
  },
  {
    name: 'meet',
    permissions: [
      'autoplay',
      'camera',
      // Daily's call machine watches for a machine that is too slow.
      'compute-pressure',
      'display-capture',
      'fullscreen',
      'microphone',
      // Captions.
      'on-device-speech-recognition',
      'picture-in-picture',
      'screen-wake-lock',
      'speaker-selection',
    ],
    connections: ['backend', 'meetings'],
    images: [],
    scripts: 200 * 1024,
    setting: 'MEET_ORIGIN',
  },
  {
    // Only if it is switched on (src/build/integrations/code-host.ts).
    name: 'edit',
    permissions: [],
    connections: ['code-host'],
    // Pictures that somebody has just chosen.
    images: ['blob:', 'data:'],
    scripts: 230 * 1024,
    setting: 'EDIT_ORIGIN',
  },
] as const satisfies readonly Room[];

export type RoomName = (typeof ROOMS)[number]['name'];

/** The paths at which hosts serve the page of a room, the canonical one first. */
export const pathsOf = ({ name }: Room): [string, ...string[]] => [`/${name}`, `/${name}/`, `/${name}.html`];

/**
 * The room at a path.
 *
 * @param path of a URL, or of a file in a built site: `/desk`, `/desk.html`
 */
export const roomAt = (path: string): Room | undefined => ROOMS.find((room) => pathsOf(room).includes(path));
