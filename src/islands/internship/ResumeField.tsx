import { useState, type DragEvent } from 'react';
import { RESUME_TYPES } from '../../backend/resume.ts';
import type { InternshipFormCopy } from '../../schemas/form.ts';
import { fieldId } from '../form/field-id.ts';
import { fileSize, shortName, type ResumeState } from './use-resume.ts';

interface Props {
  copy: InternshipFormCopy['fields']['resume'];
  optional: string;
  resume: ResumeState;
  /** The file can't be changed while the form is being sent. */
  locked: boolean;
}

const ACCEPT = Object.keys(RESUME_TYPES)
  .map((extension) => `.${extension}`)
  .join(',');

/** A field to choose or drop a file, with its name and size, and a button to remove it. */
export function ResumeField({ copy, optional, resume, locked }: Props) {
  const { input, file, problem, again, choose, drop, remove } = resume;
  const [over, setOver] = useState(false);
  const id = fieldId('internship', 'resume');
  const described = [`${id}-hint`, problem && `${id}-problem`, file && `${id}-file`, again && `${id}-again`]
    .filter(Boolean)
    .join(' ');

  const onDrag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside && !locked);
  };
  return (
    <div className="field">
      <label className="font-medium" htmlFor={id}>
        {`${copy.label} `}
        <span className="font-normal text-soft">{optional}</span>
      </label>
      <p className="hint" id={`${id}-hint`}>
        {copy.hint}
      </p>
      <div role="alert">
        {problem && (
          <p className="problem" id={`${id}-problem`}>
            {problem}
          </p>
        )}
      </div>
      <div
        className="drop"
        data-over={over || undefined}
        data-chosen={file ? '' : undefined}
        data-invalid={problem ? true : undefined}
        onDragEnter={onDrag(true)}
        onDragOver={onDrag(true)}
        onDragLeave={onDrag(false)}
        onDrop={(event) => {
          onDrag(false)(event);
          if (!locked) drop(event.dataTransfer.files);
        }}
      >
        <input
          ref={input}
          id={id}
          name="resume"
          type="file"
          accept={ACCEPT}
          aria-describedby={described}
          aria-invalid={problem ? true : undefined}
          disabled={locked}
          onChange={choose}
        />
        <svg viewBox="0 0 64 40" aria-hidden="true">
          <path d="M14 40V4h25l11 11v25z" />
          <path d="M21 15h13M21 22h22M21 29h22M39 4v11h11" />
        </svg>
        {/* The label above is the control's accessible name; this text is for sighted visitors. */}
        <span aria-hidden="true">{file ? copy.another : copy.choose}</span>
      </div>
      <div role="status">
        {file && (
          <p className="file flex flex-wrap">
            <span id={`${id}-file`}>
              <span title={file.name}>{shortName(file.name)}</span>{' '}
              <span className="text-soft">({fileSize(file.size)})</span>
            </span>
            <button type="button" disabled={locked} onClick={remove}>
              {copy.remove} <span className="visually-hidden">{file.name}</span>
            </button>
          </p>
        )}
        {again && (
          <p className="notice" id={`${id}-again`}>
            {copy.again.replace('{file}', () => shortName(again))}
          </p>
        )}
      </div>
    </div>
  );
}
