import { createElement, useCallback, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { isolate } from '../../../editing/client/isolate.ts';
import { TAG } from '../../../editing/client/shadow.ts';
import narrow from '../styles/narrow.css?inline';
import proposal from '../styles/proposal.css?inline';
import shell from '../styles/shell.css?inline';

/** Shows the editor with its own styles, which those of the page do not reach. */
export function Isolated({ children }: { children: ReactNode }) {
  const [root, setRoot] = useState<HTMLElement>();
  const mount = useCallback((element: HTMLElement | null) => {
    if (element && !element.shadowRoot) setRoot(isolate(element, [shell, proposal, narrow]));
  }, []);
  return createElement(TAG, { ref: mount }, root && createPortal(children, root));
}
