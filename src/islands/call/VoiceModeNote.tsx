import rehearsal from 'copy:rehearsal';
import { PUBLIC_REHEARSAL_URL } from 'astro:env/client';
import { voiceMode } from '../../voice/provider.ts';

/**
 * A notice that the call is a rehearsal. A build with a real agent contains nothing of it.
 *
 * @param short omits the explanation
 */
export function VoiceModeNote({ short = false }: { short?: boolean }) {
  if (!PUBLIC_REHEARSAL_URL || voiceMode !== 'rehearsal') return null;
  return (
    <p className="notice mode-note px-3 py-1 text-soft">
      <strong>{rehearsal.label}</strong>
      {!short && ` ${rehearsal.note}`}
    </p>
  );
}
