import { useEffect, useRef, useState } from 'react';
import { meeting } from './meeting.ts';

/** Gives an element what to play. A new stream for each track: with one that changes, Safari shows the old picture. */
function play(element: HTMLMediaElement, track: MediaStreamTrack): Promise<void> {
  element.srcObject = new MediaStream([track]);
  return element.play();
}

interface PictureProps {
  track: MediaStreamTrack;
  /** Of a camera that looks at the visitor. */
  mirrored?: boolean;
  label: string;
}

/** A live picture, without its sound. */
export function Picture({ track, mirrored, label }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    // It plays when the tab is seen again.
    play(element, track).catch(() => {});
    return () => {
      element.srcObject = null;
    };
  }, [track]);
  return (
    <video ref={video} className="picture" data-mirrored={mirrored || undefined} aria-label={label} muted playsInline />
  );
}

interface SoundProps {
  track: MediaStreamTrack;
  /** The id of the speaker; none for that of the system. */
  speaker: string | undefined;
  /** The browser does not play sound before somebody has pressed something. */
  onBlocked: () => void;
  /** Counts how often the visitor asked for sound. */
  again: number;
}

/** Somebody's voice, or the sound of a screen. */
export function Sound({ track, speaker, onBlocked, again }: SoundProps) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = audio.current;
    if (!element) return undefined;
    play(element, track).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') onBlocked();
    });
    return () => {
      element.srcObject = null;
    };
  }, [track, again, onBlocked]);
  useEffect(() => {
    const element = audio.current;
    // Missing in some browsers: there, the list of speakers is empty.
    if (element && 'setSinkId' in element)
      element.setSinkId(speaker ?? '').catch((error: unknown) => console.warn('The speaker cannot be used:', error));
  }, [speaker]);
  return <audio ref={audio} />;
}

interface LevelProps {
  id: string;
}

/** The level of a voice, as an arch that grows. It changes ten times a second, too often for React. */
export function Level({ id }: LevelProps) {
  const arch = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      meeting.state.subscribe(({ people }) => {
        const level = people.find((person) => person.id === id)?.level ?? 0;
        arch.current?.style.setProperty('--level', level.toFixed(2));
      }),
    [id],
  );
  return <span ref={arch} className="level" aria-hidden="true" />;
}

/** The size of an element, as it changes. */
export function useSize<Element extends HTMLElement>() {
  const element = useRef<Element>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, size] as const;
}
