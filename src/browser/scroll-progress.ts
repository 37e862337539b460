/**
 * How far a page is scrolled, in percent from 0 to 100 (spec section 4).
 *
 * @param position the page's scroll position in pixels; elastic scrolling can take it beyond either end
 * @param distance how far it can be scrolled, in pixels
 */
export const scrollProgress = (position: number, distance: number): number =>
  distance > 0 ? Math.min(100, Math.max(0, (position / distance) * 100)) : 0;

/**
 * Whether a stage of the journey is active: when the progress exceeds its share (spec section 4).
 *
 * @param index of the stage, from 0
 * @param count of all stages
 * @param progress in percent
 */
export const stageIsActive = (index: number, count: number, progress: number): boolean =>
  progress > (index / count) * 100;
