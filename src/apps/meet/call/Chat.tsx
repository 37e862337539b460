import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { atom } from 'nanostores';
import { memo, useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import type { ChatMessage } from '../../../video/meeting.ts';
import { $call, meeting } from '../meeting.ts';
import { timeOf } from '../format.ts';
import { nameOf } from '../words.ts';
import { HostMark } from './HostMark.tsx';
import { seeMessages } from './panels.ts';

/** What is typed and not sent yet, also while the chat is closed. */
const $typed = atom('');

/** The chat: text only, so a link stays text. */
export function Chat() {
  return (
    <>
      <Messages />
      <Entry />
    </>
  );
}

function Messages() {
  const { messages } = useStore($call);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    seeMessages();
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [messages]);
  return (
    // Scrollable areas can be reached with the keyboard.
    <div ref={list} className="messages" role="log" aria-label={copy.chat.title} tabIndex={0}>
      {messages.length === 0 && <p className="hint">{copy.chat.empty}</p>}
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </div>
  );
}

/** Never changes: only what is new is drawn. */
const Message = memo(function Message({ message: { from, own, host, text, at } }: { message: ChatMessage }) {
  return (
    <div className="message" data-own={own || undefined}>
      <p className="message-head">
        <strong>{own ? copy.call.you : nameOf({ name: from, host })}</strong> {host && !own && <HostMark />}{' '}
        <span className="text-soft">{timeOf(new Date(at).toISOString())}</span>
      </p>
      <p className="message-text">{text}</p>
    </div>
  );
});

function Entry() {
  const typed = useStore($typed);
  const [problem, setProblem] = useState('');
  const send = () => {
    const refused = meeting.sendChat(typed);
    if (!refused) $typed.set('');
    setProblem(refused && refused !== 'empty' ? copy.chat[refused] : '');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Not while an input method composes a character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form className="entry" onSubmit={onSubmit}>
      <label className="visually-hidden" htmlFor="message">
        {copy.chat.label}
      </label>
      <textarea
        id="message"
        data-first
        className="control"
        rows={1}
        placeholder={copy.chat.label}
        value={typed}
        onChange={({ target }) => $typed.set(target.value)}
        onKeyDown={onKeyDown}
        aria-describedby="message-problem"
      />
      <button type="submit" className="button button-small">
        {copy.chat.send}
      </button>
      <p id="message-problem" role="alert" className="problem">
        {problem}
      </p>
    </form>
  );
}
