/** The editor's entry point, which its page loads. */
import './no-eval.ts';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { start } from './session/session.ts';
import './styles/edit.css';

const root = document.getElementById('edit');
if (!root) throw new Error('The page has no element with the id "edit".');
createRoot(root).render(<App />);
void start();
