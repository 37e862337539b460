/**
 * Renders frame.ts as a film: node tools/film/render.ts
 * Writes overprint.webm and overprint.mp4 to src/brand/film. Needs ffmpeg.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { Fault, printError } from '../../src/lib/fault.ts';
import { DURATION, frame, RATE } from './frame.ts';

const NEEDED = 'The film needs ffmpeg with libvpx and libx264. Install it (Debian: apt install ffmpeg).';

// sRGB in, BT.709 in limited (TV) range out, and tagged as such: otherwise the background would not match the page.
const COLOURS = [
  ...[
    '-vf',
    'scale=in_range=full:out_range=tv:out_color_matrix=bt709:flags=accurate_rnd+full_chroma_int,format=yuv420p',
  ],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
];
// One thread and no date, version or random id: the same drawing gives the same bytes.
const REPRODUCIBLE = ['-threads', '1', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'];

const VP9 = ['-c:v', 'libvpx-vp9', '-crf', '14', '-b:v', '0', '-deadline', 'best', '-cpu-used', '0', '-g', '300'];
// Level 4.2 with its four reference frames, instead of the preset's: phones decode that in hardware.
const H264 = [
  ...['-c:v', 'libx264', '-profile:v', 'high', '-level:v', '4.2', '-refs', '4'],
  ...['-preset', 'veryslow', '-tune', 'animation', '-crf', '16'],
];
// x264 writes its settings into the film, where nobody reads them.
const LEAN_MP4 = ['-bsf:v', 'filter_units=remove_types=6', '-movflags', '+faststart'];

/** Writes every frame into a folder as 0000.png, 0001.png and so on. */
async function drawFrames(folder: string): Promise<void> {
  for (let index = 0; index < Math.round(DURATION * RATE); index++)
    await sharp(Buffer.from(frame(index / RATE)))
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toFile(join(folder, `${String(index).padStart(4, '0')}.png`));
}

/**
 * Runs ffmpeg in a folder.
 *
 * @throws Fault if it is missing or fails, with its output
 */
function ffmpeg(folder: string, ...args: readonly string[]): void {
  const { error, status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (error) throw new Fault(`${NEEDED}\n${error.message}`);
  if (status !== 0) throw new Fault(`${NEEDED}\nIt failed:\n${stderr}`);
}

async function render(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'film-'));
  try {
    ffmpeg(folder, '-version');
    await drawFrames(folder);
    const film = ['-framerate', String(RATE), '-i', '%04d.png', '-an', ...COLOURS, ...REPRODUCIBLE];
    const webm = fileURLToPath(new URL('../../src/brand/film/overprint.webm', import.meta.url));
    const mp4 = fileURLToPath(new URL('../../src/brand/film/overprint.mp4', import.meta.url));

    ffmpeg(folder, ...film, ...VP9, '-pass', '1', '-f', 'null', '-');
    ffmpeg(folder, ...film, ...VP9, '-pass', '2', webm);
    ffmpeg(folder, ...film, ...H264, ...LEAN_MP4, mp4);
    for (const file of [webm, mp4]) console.log(`${file}: ${statSync(file).size} bytes`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await render().catch((error: unknown) => {
  printError(error);
  process.exitCode = 1;
});
