import { pathKey } from '../../core/paths.ts';
import { useStore } from '@nanostores/react';
import { fieldId, ScopeProvider } from '../fields/scope.ts';
import { conflictsWith, decide, formData } from '../entries.ts';
import { answering } from '../api.ts';
import { Icon } from '../Icon.tsx';
import { openPlaces } from '../panels.ts';
import { focusSoon } from '../shadow.ts';
import type { Change } from '../../protocol.ts';
import { SITE_FILE } from '../placeholders.ts';
import { isSection } from '../sections.ts';
import { placeKey, wordsOfPath } from '../tokens.ts';
import { $content, $entries, $panel, $toShow, $troubles, drafts, titleOf, type FormPanel as State } from '../state.ts';
import { Conflict, shown } from './Conflict.tsx';
import { FileFields } from './FileFields.tsx';
import { FileTools } from './FileTools.tsx';
import { FormFoot } from './FormFoot.tsx';
import { MailPreview, showsMails } from './MailPreview.tsx';
import { Summary, useMistakes } from './Summary.tsx';
import { ChosenFields } from './ChosenFields.tsx';
import { Panel } from './Panel.tsx';
import { SectionTools } from './SectionTools.tsx';

/** What was written into the form of an entry that is gone, to copy. */
const Written = ({ changes }: { changes: readonly Change[] }) => (
  <section aria-labelledby="written">
    <h3 id="written">What you wrote</h3>
    {changes.map(
      (change, index) =>
        'value' in change && (
          <div className="field" key={index}>
            <h4>{wordsOfPath(change.path)}</h4>
            <p className="value">{shown(change.value)}</p>
          </div>
        ),
    )}
  </section>
);

/** The form of a file, or of its fields that were clicked. */
export function FormPanel({ panel }: { panel: State }) {
  const { file, paths, all, others = [], left = false } = panel;
  const entry = useStore($entries)[file];
  const draft = useStore(drafts.$all)[file];
  const trouble = useStore($troubles)[file];
  const content = useStore($content);
  const data = (draft ?? entry) && formData(file);
  const mistakes = trouble?.mistakes;

  useMistakes(file, mistakes);

  const known = content?.files.find((one) => one.file === file);
  const { isRoom = false, FormNotice } = answering();
  return (
    <Panel
      title={entry?.title ?? known?.title ?? file}
      above={known?.group}
      left={left}
      back={panel.back !== undefined}
      // With the list of where each figure is used, so that the restored scroll position fits.
      ready={data !== undefined && (file !== SITE_FILE || content !== null)}
      focusKey={`${file} ${all ? '' : paths.map(pathKey).join(' ')}`}
      focusId={all && paths[0] ? fieldId(paths[0]) : undefined}
      tools={
        isRoom ? undefined : (
          <button
            type="button"
            className="icon-button side-button"
            aria-label={`Move this panel to the ${left ? 'right' : 'left'}`}
            title={`Move to the ${left ? 'right' : 'left'}`}
            onClick={() => $panel.set({ ...panel, left: !left })}
          >
            <Icon name="side" />
          </button>
        )
      }
      footSays={data !== undefined && !trouble?.theirs}
      foot={data && !trouble?.theirs && <FormFoot file={file} />}
    >
      <form id="panel-form" noValidate onSubmit={(event) => event.preventDefault()}>
        {isRoom && known && <FileTools file={known} />}
        {FormNotice && <FormNotice file={file} />}
        {trouble?.message !== undefined && (
          <p className="notice bad" role="alert">
            {trouble.message}
          </p>
        )}
        {!data && trouble?.message === undefined && <p className="hint">Reading the file…</p>}
        {!entry && draft && trouble?.message !== undefined && <Written changes={draft.changes} />}
        {trouble?.theirs && draft && (
          <Conflict
            form={trouble.theirs.form}
            theirs={trouble.theirs}
            met={conflictsWith(trouble.theirs, draft)}
            onSettle={(kept) => {
              if (trouble.theirs) decide(trouble.theirs, kept);
              focusSoon('save');
            }}
          />
        )}
        {data && entry && !trouble?.theirs && (
          <ScopeProvider value={{ file, data, mistakes: mistakes ?? [] }}>
            {isSection(file) && <SectionTools file={file} />}
            {mistakes && <Summary file={file} form={entry.form} data={data} mistakes={mistakes} />}
            {all ? (
              <FileFields form={entry.form} data={data} />
            ) : (
              <ChosenFields form={entry.form} data={data} paths={paths} />
            )}
            {showsMails(file) && <MailPreview file={file} data={data} />}
            {!all && (
              <button type="button" className="button quiet" onClick={() => $panel.set({ ...panel, all: true })}>
                All fields of this entry
              </button>
            )}
            {!isRoom && entry.page !== undefined && entry.page !== location.pathname && (
              <p>
                <a className="link" href={entry.page} onClick={() => $toShow.set(file)}>
                  {`See it on the page ${entry.page}`}
                </a>
              </p>
            )}
            {others.length > 0 && (
              <div className="others">
                <h3>Other texts it could be</h3>
                <ul>
                  {others.map((place) => (
                    <li key={placeKey(place)}>
                      <button type="button" className="link" onClick={() => openPlaces([place], { left, back: panel })}>
                        {`${titleOf(place.file)}: ${wordsOfPath(place.path)}`}
                      </button>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </ScopeProvider>
        )}
      </form>
    </Panel>
  );
}
