import type { DailyNetworkStats } from '@daily-co/daily-js';
import type { Quality } from './meeting-state.ts';

/** The quality of our connection. One that is not known yet is not worth a warning. */
export const qualityOf = ({ networkState }: Pick<DailyNetworkStats, 'networkState'>): Quality =>
  networkState === 'bad' ? 'very-low' : networkState === 'warning' ? 'low' : 'good';
