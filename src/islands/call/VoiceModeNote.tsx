import rehearsal from 'copy:rehearsal';
import { PUBLIC_REHEARSAL_URL } from 'astro:env/client';
import { voiceMode } from '../../voice/provider.ts';

/**
 * Says on screen that a call is a rehearsal. Nothing of it is in a build with a real agent.
 *
 * @param short without the sentence that explains it
 */
export function VoiceModeNote({ short = false }: { short?: boolean }) {
  if (!PUBLIC_REHEARSAL_URL || voiceMode !== 'rehearsal') return null;
  return (
    <p className="mode-note">
      <strong>{rehearsal.label}</strong>
      {!short && ` ${rehearsal.note}`}
    </p>
  );
}
