import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Bar } from './Bar.tsx';
import { HoverLayer } from './HoverLayer.tsx';
import { onKey } from './keys.ts';
import { ChoicePanel } from './panel/ChoicePanel.tsx';
import { ContentPanel } from './panel/ContentPanel.tsx';
import { FormPanel } from './panel/FormPanel.tsx';
import { NewPanel } from './panel/NewPanel.tsx';
import { ProposePanel } from './panel/ProposePanel.tsx';
import { Said } from './panel/Said.tsx';
import { SavesPanel } from './panel/SavesPanel.tsx';
import { TextsPanel } from './panel/TextsPanel.tsx';
import { $panel } from './state.ts';
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
      return <ProposePanel />;
    case undefined:
      return null;
  }
}
