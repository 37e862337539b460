import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Bar } from './Bar.tsx';
import { HoverLayer } from './HoverLayer.tsx';
import { ChoicePanel } from './panel/ChoicePanel.tsx';
import { ContentPanel } from './panel/ContentPanel.tsx';
import { FormPanel } from './panel/FormPanel.tsx';
import { NewPanel } from './panel/NewPanel.tsx';
import { ProposePanel } from './panel/ProposePanel.tsx';
import { SavesPanel } from './panel/SavesPanel.tsx';
import { TextsPanel } from './panel/TextsPanel.tsx';
import { closePanel } from './panels.ts';
import { save } from './saving.ts';
import { focused, own } from './shadow.ts';
import { $notice, $panel, $spoken } from './state.ts';
import { isEditing } from './switch.ts';

/** The editor: its bar, its panels, and its overlay on the page. */
export function App() {
  const editing = isEditing();
  useEffect(() => {
    if (!editing) return undefined;
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [editing]);
  return (
    <section aria-label="Site editor" className="editor">
      {editing && (
        <>
          <HoverLayer />
          <Said />
          <CurrentPanel />
        </>
      )}
      <Bar />
    </section>
  );
}

function CurrentPanel() {
  const panel = useStore($panel);
  switch (panel?.kind) {
    case 'form':
      return <FormPanel key={panel.file} panel={panel} />;
    case 'choice':
      return <ChoicePanel places={panel.places} left={panel.left ?? false} />;
    case 'texts':
      return <TextsPanel at={panel.at} />;
    case 'content':
      return <ContentPanel query={panel.query} at={panel.at} />;
    case 'new':
      return <NewPanel panel={panel} />;
    case 'saves':
      return <SavesPanel />;
    case 'propose':
      return <ProposePanel panel={panel} />;
    case undefined:
      return null;
  }
}

/** The live regions for screen readers. */
function Said() {
  const notice = useStore($notice);
  const spoken = useStore($spoken);
  return (
    <>
      <div role="status" className="unseen">
        {notice?.tone === 'good' ? notice.text : spoken}
      </div>
      <div role="alert" className="unseen">
        {notice?.tone === 'bad' && notice.text}
      </div>
    </>
  );
}

/** Ctrl+S saves and Escape closes, also when nothing has the focus. */
function onKey(event: globalThis.KeyboardEvent): void {
  const panel = $panel.get();
  if (!panel) return;
  if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey) {
    if (panel.kind === 'form') void save(panel.file);
    else if (panel.kind === 'new') own('create')?.click();
    else return;
    event.preventDefault();
    return;
  }
  if (event.key !== 'Escape' || event.isComposing) return;
  const element = focused();
  const inPanel = element?.closest('[data-panel]') !== null && element !== null;
  if (!inPanel && document.activeElement !== document.body) return;
  // An open menu within the panel closes first.
  if (element?.closest('.insert, .insert-picture')?.querySelector('[aria-expanded="true"]')) return;
  if (element?.closest('.link-choice')) return;
  event.preventDefault();
  event.stopPropagation();
  closePanel();
}
