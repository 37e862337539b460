import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { FILE_NAME, type Folder } from '../../protocol.ts';
import { ScopeProvider } from '../fields/scope.ts';
import { formData } from '../entries.ts';
import { beginEmpty, forgetNew, goOn, isWritten, startFrom } from '../new-draft.ts';
import { draftNameOf, filesOf, nameForTitle } from '../new-file.ts';
import { closePanel } from '../panels.ts';
import { create } from '../saving.ts';
import { focusSoon } from '../shadow.ts';
import { $content, $entries, $pending, $troubles, drafts, say, type NewPanel as State } from '../state.ts';
import { variantOf } from '../../core/variant.ts';
import { DiscardButton, DiscardQuestion } from './DiscardQuestion.tsx';
import { FileFields } from './FileFields.tsx';
import { NameField } from './NameField.tsx';
import { Panel } from './Panel.tsx';
import { Summary, useMistakes } from './Summary.tsx';

/** The form for a new file: what to start from, its fields, and its name. */
export function NewPanel({ panel }: { panel: State }) {
  const content = useStore($content);
  const folder = content?.folders.find((one) => one.folder === panel.folder);
  if (!folder)
    return (
      <Panel title="New" wide>
        <p className="hint">Reading all content…</p>
      </Panel>
    );
  return <NewForm key={folder.folder} panel={panel} folder={folder} />;
}

function NewForm({ panel, folder }: { panel: State; folder: Folder }) {
  const file = draftNameOf(folder.folder);
  const there = filesOf(folder.folder, useStore($content)?.files ?? []);
  const entry = useStore($entries)[file];
  const draft = useStore(drafts.$all)[file];
  const trouble = useStore($troubles)[file];
  const pending = useStore($pending);
  /** The name that was sent last. */
  const [tried, setTried] = useState('');
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    goOn(folder, panel);
    // Only once: later choices start a draft themselves.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [folder.folder]);

  const data = (draft ?? entry) && formData(file);
  const name = panel.name === '' && data ? nameForTitle(data, there) : panel.name;
  // What was wrong with another name is over.
  const mistakes = (trouble?.mistakes ?? []).filter(({ path }) => path[0] !== FILE_NAME || name === tried);
  useMistakes(file, mistakes);
  const from = entry?.hash ?? panel.from;
  return (
    <Panel
      title="New entry"
      above={folder.group}
      wide
      foot={
        asking ? (
          <DiscardQuestion
            onDiscard={() => {
              closePanel();
              forgetNew(folder.folder);
              say('Discarded.');
            }}
            onKeep={() => setAsking(false)}
          />
        ) : (
          <div className="buttons">
            <button
              type="button"
              className="button"
              id="create"
              aria-disabled={pending !== null}
              onClick={() => {
                setTried(name);
                void create(file, folder.folder, name, from);
              }}
            >
              {pending?.kind === 'create' ? 'Creating…' : 'Create'}
            </button>
            {isWritten(folder.folder) && <DiscardButton onAsk={() => setAsking(true)} />}
            <span className="hint foot-note">What you write here is kept until then.</span>
          </div>
        )
      }
    >
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        {trouble?.message !== undefined && (
          <p className="notice bad" role="alert">
            {trouble.message}
          </p>
        )}
        {mistakes.length > 0 && data && <Summary file={file} form={folder.form} data={data} mistakes={mistakes} />}
        <Beginning folder={folder} panel={{ ...panel, from }} there={there} />
        {from === '' && <KindOfNew folder={folder} />}
        {data && entry && (
          <ScopeProvider value={{ file, data, mistakes }}>
            <FileFields form={folder.form} data={data} />
            <NameField panel={panel} name={name} there={there} />
          </ScopeProvider>
        )}
      </form>
    </Panel>
  );
}

/** What the new file starts from. Asks before typed text is lost. */
function Beginning({ folder, panel, there }: { folder: Folder; panel: State; there: ReturnType<typeof filesOf> }) {
  const [wanted, setWanted] = useState<string | null>(null);
  return (
    <div className="field">
      <label htmlFor="new-from">Start from</label>
      <select
        id="new-from"
        className="control"
        value={wanted ?? panel.from}
        onChange={({ target }) => {
          if (isWritten(folder.folder)) setWanted(target.value);
          else startFrom(folder, panel, target.value);
        }}
      >
        <option value="">Nothing: an empty form</option>
        {there.map(({ file, title }) => (
          <option key={file} value={file}>{`A copy of “${title}”`}</option>
        ))}
      </select>
      {wanted !== null && (
        <div className="confirm" role="alert">
          <span>What you wrote below would be lost.</span>
          <button
            type="button"
            className="button danger small"
            onClick={() => {
              startFrom(folder, panel, wanted);
              setWanted(null);
              focusSoon('new-from');
            }}
          >
            Start over
          </button>
          <button
            type="button"
            className="button quiet small"
            onClick={() => {
              setWanted(null);
              focusSoon('new-from');
            }}
          >
            Keep it
          </button>
        </div>
      )}
    </div>
  );
}

/** The choice of a variant for a file of the folder, for example the kind of section. */
function KindOfNew({ folder }: { folder: Folder }) {
  const file = draftNameOf(folder.folder);
  const draft = useStore(drafts.$all)[file];
  const data = draft && formData(file);
  if (folder.form.kind !== 'union' || !data) return null;
  const { variants } = folder.form;
  const shape = variantOf(folder.form, data);
  return (
    <div className="field">
      <label htmlFor="new-kind">Kind</label>
      <p className="hint" id="new-kind-hint">
        Choosing another kind starts over.
      </p>
      <select
        id="new-kind"
        className="control"
        aria-describedby="new-kind-hint"
        value={shape ? variants.indexOf(shape) : 0}
        onChange={({ target }) => {
          const chosen = variants[Number(target.value)];
          if (chosen) beginEmpty(folder, chosen);
        }}
      >
        {variants.map(({ label }, index) => (
          <option key={index} value={index}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
