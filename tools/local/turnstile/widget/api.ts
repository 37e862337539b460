/** The page's side of the stand-in: the part of Cloudflare's script that the site uses. */
import type { TurnstileApi } from '../../../../src/verification/load-turnstile.ts';
import type { FrameMessage } from './messages.ts';

const { origin } = new URL((document.currentScript as HTMLScriptElement).src);

const widgets = new Map<string, () => void>();

const api: TurnstileApi = {
  render(place, options) {
    const element = typeof place === 'string' ? document.querySelector(place) : place;
    if (!element || !options) return undefined;
    const frame = document.createElement('iframe');
    const { sitekey, action = '' } = options;
    frame.src = `${origin}/check?${new URLSearchParams({ sitekey, action }).toString()}`;
    frame.title = 'Check that you are a person (stands in for Cloudflare Turnstile)';
    frame.width = '100%';
    frame.height = '0';
    frame.tabIndex = -1;
    const onMessage = ({ source, data }: MessageEvent<FrameMessage>) => {
      if (source !== frame.contentWindow) return;
      if (data.kind === 'asking') {
        frame.height = '65';
        frame.tabIndex = 0;
        options['before-interactive-callback']?.();
      } else if (data.kind === 'answered') options['after-interactive-callback']?.();
      else if (data.kind === 'token') options.callback?.(data.token);
      else options['error-callback']?.(data.code);
    };
    addEventListener('message', onMessage);
    element.append(frame);
    const id = `local-${widgets.size}`;
    widgets.set(id, () => {
      removeEventListener('message', onMessage);
      frame.remove();
    });
    return id;
  },
  remove(id) {
    if (typeof id === 'string') widgets.get(id)?.();
  },
};
Object.assign(window, { turnstile: api });
