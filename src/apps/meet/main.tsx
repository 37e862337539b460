/** The video room's entry point, which src/pages/meet.astro loads. */
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { begin } from './visit.ts';
import './styles/meet.css';

const root = document.getElementById('meet');
if (!root) throw new Error('The page has no element with the id "meet".');
createRoot(root).render(<App />);
begin();
