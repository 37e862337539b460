/** How well the connections work, as daily-js reports it. */
export interface Quality {
  state: 'good' | 'warning' | 'bad';
  quality: number;
  threshold: 'good' | 'low' | 'very-low';
  /** Seconds. */
  roundTrip: number;
}

interface Counts {
  lost: number;
  received: number;
}

const judge = (share: number, roundTrip: number): Omit<Quality, 'roundTrip'> => {
  if (share > 0.2 || roundTrip > 1) return { state: 'bad', quality: 20, threshold: 'very-low' };
  if (share > 0.05 || roundTrip > 0.4) return { state: 'warning', quality: 50, threshold: 'low' };
  return { state: 'good', quality: 100, threshold: 'good' };
};

/** Measures the quality since the last time, from the statistics of all connections. */
export function openQuality(): (reports: readonly RTCStatsReport[]) => Quality {
  let before: Counts = { lost: 0, received: 0 };
  return (reports) => {
    const now: Counts = { lost: 0, received: 0 };
    let roundTrip = 0;
    for (const report of reports)
      report.forEach((stats: RTCStats & Record<string, unknown>) => {
        if (stats.type === 'inbound-rtp') {
          now.lost += Number(stats['packetsLost'] ?? 0);
          now.received += Number(stats['packetsReceived'] ?? 0);
        } else if (stats.type === 'candidate-pair' && stats['nominated'] === true)
          roundTrip = Math.max(roundTrip, Number(stats['currentRoundTripTime'] ?? 0));
      });
    const lost = Math.max(0, now.lost - before.lost);
    const received = Math.max(0, now.received - before.received);
    before = now;
    return { ...judge(lost / Math.max(1, lost + received), roundTrip), roundTrip };
  };
}
