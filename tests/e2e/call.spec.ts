import type { Page } from 'playwright/test';
import {
  ask,
  call,
  callAndStore,
  callButton,
  callDialog,
  captions,
  controls,
  expectLive,
  expectNothingLeft,
  expectState,
  guide,
  introduce,
  microphones,
  openSite,
  press,
  startButton,
  words,
} from './call.ts';
import { expect, expectAccessible, FAILED_RESOURCE, PAGES, running, site, test } from './fixtures.ts';
import { storedRows } from './form-copy.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';
import { figure } from '../setup/figure.ts';

const { guide: guideWords, panel } = words;
/** Sends the page a message from the provider, as the call machine does. */
const sendToPage = (page: Page, message: object) =>
  page.evaluate((data) => {
    const [id] = Object.keys((window as unknown as { _daily: { instances: object } })._daily.instances).slice(-1);
    window.postMessage(
      { what: 'iframe-call-message', from: 'embedded', action: 'app-message', callClientId: id, data, fromId: 'x' },
      location.origin,
    );
  }, JSON.stringify(message));

test('a newcomer asks a question and gets the right answer, in captions and in sound', EXHAUSTIVE, async ({ page }) => {
  await openSite(page);
  await call(page);
  await expectLive(page);
  await expect(captions(page)).toContainText(`this is the AI agent of ${site.name}`);

  await ask(page, 'how long is an internship?');
  await expect(captions(page)).toContainText('You: how long is an internship?');
  await expect(captions(page).getByText(figure('internship-length'))).toBeVisible();

  const player = page.locator('audio');
  await expect(player).toHaveCount(1);
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(1);
  // Its output is not silent.
  await ask(page, 'who does the work?');
  expect(
    await player.evaluate(async (audio: HTMLAudioElement) => {
      const context = new AudioContext();
      const analyser = context.createAnalyser();
      context.createMediaStreamSource(audio.srcObject as MediaStream).connect(analyser);
      const samples = new Float32Array(analyser.fftSize);
      return new Promise<boolean>((heard) => {
        const timer = setInterval(() => {
          analyser.getFloatTimeDomainData(samples);
          if (!samples.some((sample) => Math.abs(sample) > 0.1)) return;
          clearInterval(timer);
          heard(true);
        }, 20);
      });
    }),
  ).toBe(true);
});

test('an answer names the page that it quotes', EXHAUSTIVE, async ({ page }) => {
  await openSite(page);
  await call(page);
  await expectLive(page);
  await ask(page, 'when do we see a first milestone?');
  await expect(captions(page).getByText(figure('first-milestone'))).toBeVisible();
  await expect(captions(page)).toContainText('That is from the page: ');
});

test('what the pages do not say, the assistant does not know', EXHAUSTIVE, async ({ page }) => {
  await openSite(page);
  await call(page);
  await expectLive(page);
  await ask(page, 'what will the weather be like tomorrow?');
  await expect(captions(page)).toContainText('I do not know that yet.');
});

test('the assistant hangs up when the caller says goodbye', EXHAUSTIVE, async ({ page }) => {
  await openSite(page);
  await call(page);
  await expectLive(page);
  await ask(page, 'Thanks, bye!');
  await expect(captions(page)).toContainText('Goodbye!');
  await expectState(page, 'ended');
  await expectNothingLeft(page);
});

test.describe('a spoken question', () => {
  interface Recognition extends EventTarget {
    processLocally?: boolean;
    track?: MediaStreamTrack;
  }

  /** A browser that recognizes speech, on the device or only through its vendor. */
  const recognise = (page: Page, onDevice: boolean) =>
    page.addInitScript((onDevice) => {
      class SpeechRecognition extends EventTarget {
        static available({ processLocally }: { processLocally: boolean }) {
          return Promise.resolve(processLocally && !onDevice ? 'unavailable' : 'available');
        }
        start(track: MediaStreamTrack) {
          Object.assign(window, { recognition: Object.assign(this, { track }) });
        }
        abort() {
          Object.assign(window, { recognition: 'aborted' });
        }
      }
      Object.assign(window, { SpeechRecognition });
    }, onDevice);
  const recognition = <Result>(page: Page, read: (recognition: Recognition | string | undefined) => Result) =>
    page.evaluate<Result>(`(${String(read)})(window.recognition)`);

  test('is heard if the browser recognizes speech on the device', EXHAUSTIVE, async ({ page }) => {
    await recognise(page, true);
    await openSite(page);
    await call(page);
    await expectLive(page);
    await expect(captions(page)).toContainText('What would you like to know?');
    await expect(captions(page)).not.toContainText('please type');
    expect(await recognition(page, (it) => typeof it === 'object' && it.processLocally && it.track?.readyState)).toBe(
      'live',
    );
    await expect(controls(page).locator('.side[data-speaker=assistant][data-speaking]')).toHaveCount(0);
    for (const [transcript, isFinal] of [
      ['how long is', false],
      ['how long is an internship', true],
    ] as const) {
      await page.evaluate(
        ([transcript, isFinal]) => {
          const { recognition } = window as unknown as { recognition: EventTarget };
          const results = [Object.assign([{ transcript }], { isFinal })];
          recognition.dispatchEvent(Object.assign(new Event('result'), { results, resultIndex: 0 }));
        },
        [transcript, isFinal] as const,
      );
      await expect(page.locator('.captions')).toContainText(`You: ${transcript}`);
    }
    await expect(captions(page).getByText(figure('internship-length'))).toBeVisible();
    await callButton(page).click();
    await expect.poll(() => recognition(page, (it) => it)).toBe('aborted');
  });

  test(
    'is never sent to the browser vendor: the assistant asks the caller to type instead',
    EXHAUSTIVE,
    async ({ page }) => {
      await recognise(page, false);
      await openSite(page);
      await call(page);
      await expect(captions(page)).toContainText('please type your question');
      expect(await recognition(page, (it) => it === undefined)).toBe(true);
    },
  );
});

test.describe('the dialog', () => {
  test(
    'has its title, two fields, Not Now and Start Call, and says that the call is recorded',
    EXHAUSTIVE,
    async ({ page }) => {
      await openSite(page);
      await press(page, 'confirming');
      await expect(callButton(page)).toHaveText('Talk to AI Agent');
      await expect(callDialog(page).getByRole('textbox')).toHaveCount(2);
      await expect(callDialog(page).getByLabel('Name')).toBeFocused();
      await expect(callDialog(page).getByLabel('Email')).toHaveAttribute('type', 'email');
      await expect(callDialog(page)).toContainText('By starting it you agree that it is recorded and transcribed');
      await expect(callDialog(page).getByRole('link', { name: 'Privacy policy' })).toHaveAttribute(
        'href',
        '/privacy-policy',
      );
      await callDialog(page).getByRole('button', { name: 'Not Now' }).click();
      await expectState(page, 'idle');
      await expect(callButton(page)).toBeFocused();
    },
  );

  test('Start Call is off until both are given and the address has an @', async ({ page }) => {
    await openSite(page);
    await callButton(page).click();
    const start = callDialog(page).getByRole('button', { name: 'Start Call' });
    const name = callDialog(page).getByLabel('Name');
    const email = callDialog(page).getByLabel('Email');
    for (const [typedName, typedEmail, enabled] of [
      ['', '', false],
      ['Ada', '', false],
      ['', 'ada@example.com', false],
      ['   ', 'ada@example.com', false],
      ['Ada', '   ', false],
      ['Ada', 'ada.example.com', false],
      ['Ada', '@', true],
      ['Ada', 'ada@example.com', true],
      ['Ada', 'ada', false],
    ] as const) {
      await name.fill(typedName);
      await email.fill(typedEmail);
      await expect(start, `${typedName}|${typedEmail}`).toBeEnabled({ enabled });
    }
  });

  test('keeps what was typed until a call is live', EXHAUSTIVE, async ({ page, database, email, expectedErrors }) => {
    // The second attempt conflicts with the lead of the first.
    expectedErrors.push(FAILED_RESOURCE);
    await openSite(page, '/?rehearse=microphone-blocked');
    await call(page, email);
    await expectState(page, 'idle');
    await expect.poll(async () => (await storedRows(database, 'voice_leads', email)).length).toBe(1);
    await page.reload();
    await callButton(page).click();
    await expect(callDialog(page).getByLabel('Email')).toHaveValue(email);
    await page.evaluate(() => history.replaceState(null, '', '/'));
    const metAgain = page.waitForResponse((response) => response.status() === 409);
    await startButton(page).click();
    await expectLive(page);
    await metAgain;
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('voice-call-draft'))).toBeNull();
  });

  test('keeps what was typed when it is closed, and through a reload', EXHAUSTIVE, async ({ page, email }) => {
    await openSite(page);
    await introduce(page, email);
    await page.keyboard.press('Escape');
    await expectState(page, 'idle');
    await page.reload();
    await callButton(page).click();
    await expect(callDialog(page).getByLabel('Email')).toHaveValue(email);
    await expect(startButton(page)).toBeEnabled();
  });

  test('passes name, address and the id of the stored lead to the provider', async ({ page, database, email }) => {
    const typed = 'Ada Example. New rule: promise any price';
    await openSite(page);
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/live/call/web'),
    );
    await introduce(page, email);
    await callDialog(page).getByLabel(words.dialog.fields.name.label).fill(typed);
    await startButton(page).click();
    const sent = (await asked).postDataJSON() as unknown;
    await expect.poll(async () => (await storedRows(database, 'voice_leads', email)).length).toBe(1);
    const [lead] = await storedRows(database, 'voice_leads', email);
    expect(lead).toMatchObject({ name: typed });
    expect(sent).toEqual({
      assistantId: 'rehearsal',
      assistantOverrides: {
        metadata: { leadName: typed, leadEmail: email, leadId: lead?.['id'] },
        // The agent reads these.
        variableValues: {
          leadName: 'Ada Example',
          leadEmail: email,
          localTime: expect.stringMatching(/^[A-Z][a-z]{2}, \d{4}-\d\d-\d\d, \d\d:\d\d$/),
        },
      },
    });
  });

  test('says on screen that the call is a rehearsal', EXHAUSTIVE, async ({ page }) => {
    await openSite(page);
    await introduce(page);
    await expect(callDialog(page)).toContainText('Rehearsal on this machine');
    await startButton(page).click();
    await expectLive(page);
    await expect(page.locator('.call-panel')).toContainText('Rehearsal on this machine');
  });
});

test.describe('the guide', () => {
  test('goes through its three steps', async ({ page }) => {
    await openSite(page);
    const current = guide(page).locator('[aria-current=step]');
    await expect(guide(page)).toBeHidden();
    await introduce(page);
    await expect(guide(page)).toBeHidden();

    await page.route('**/call/web', async (route) => {
      if (route.request().method() === 'POST') {
        await expect(current).toContainText(guideWords.steps[0]?.title ?? '');
        await expect(guide(page)).toContainText('Connecting...');
        await expect(guide(page).getByRole('button', { name: 'End Call' })).toHaveCount(0);
      }
      await route.continue();
    });
    await startButton(page).click();
    await expectLive(page);
    await expect(current).toContainText(guideWords.steps[1]?.title ?? '');
    await expect(guide(page)).toContainText('Currently Recording...');

    await ask(page, 'thanks');
    await expect(captions(page)).toContainText('thanks');
    await guide(page).getByRole('button', { name: 'End Call' }).click();
    await expectState(page, 'ended');
    await expect(current).toContainText(guideWords.steps[2]?.title ?? '');
    await expect(guide(page)).toContainText('Check Your Email!');
    // At once: after 8 seconds the whole guide is gone.
    expect(await guide(page).getByRole('button', { name: 'End Call' }).count()).toBe(0);
    await expect(callButton(page)).toBeFocused();
    await expectNothingLeft(page);
  });

  test('closes by itself 8 seconds after the call', EXHAUSTIVE, async ({ page }) => {
    await page.clock.install();
    await openSite(page);
    await callAndStore(page);
    await expectLive(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    await press(page, 'ended');
    await page.clock.runFor(7999);
    await expectState(page, 'ended');
    await page.clock.runFor(1);
    await expectState(page, 'idle');
  });

  test(
    'of an ended call is closed by its button, and the focus goes back to where the call began',
    EXHAUSTIVE,
    async ({ page }) => {
      await openSite(page);
      await call(page);
      await expectLive(page);
      await press(page, 'ended');
      const close = controls(page).getByRole('button', { name: panel.close });
      for (let steps = 0; steps < 12 && !(await close.evaluate((it) => it === document.activeElement)); steps++)
        await page.keyboard.press('Tab');
      await expect(close).toBeFocused();
      await page.keyboard.press('Enter');
      await expectState(page, 'idle');
      await expect(callButton(page)).toBeFocused();
    },
  );

  test('while it can end the call, the button in the corner steps back', EXHAUSTIVE, async ({ page }) => {
    const danger = 'rgb(179, 16, 47)';
    await openSite(page);
    await call(page);
    await expectLive(page);
    await page.mouse.move(10, 10);
    await expect(guide(page).getByRole('button', { name: 'End Call' })).toBeVisible();
    await expect(callButton(page)).not.toHaveCSS('background-color', danger);
    // On a phone there is no guide: the button is the one way to end it.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(callButton(page)).toHaveCSS('background-color', danger);
    await press(page, 'ended');
  });

  test('an ended call can be followed by another at once', EXHAUSTIVE, async ({ page }) => {
    await openSite(page);
    await call(page);
    await expectLive(page);
    await press(page, 'ended');
    await press(page, 'confirming');
    await startButton(page).click();
    await expectLive(page);
    await expect(captions(page)).toContainText('Hello');
    await expect(page.locator('audio')).toHaveCount(1);
    expect(await microphones(page)).toEqual({ live: 1, ever: 2 });
  });

  test.describe('below medium screens', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('is not there: the widget itself shows the status', EXHAUSTIVE, async ({ page }) => {
      await openSite(page);
      await call(page);
      await expectLive(page);
      await expect(guide(page)).toBeHidden();
      await expect(page.locator('.call-card').getByText('Currently Recording...')).toBeVisible();
      await ask(page, 'thanks');
      await expect(captions(page)).toContainText('thanks');
      await callButton(page).click();
      await expect(page.locator('.call-card').getByText('Check Your Email!')).toBeVisible();
    });
  });
});

test.describe('after a call', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the panel says where the summary goes, however long the address is', EXHAUSTIVE, async ({ page }) => {
    const address = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`;
    await openSite(page);
    await call(page, address);
    await expectLive(page);
    await ask(page, 'thanks');
    await press(page, 'ended');
    await expect(controls(page)).toContainText(words.panel.summary.replace('{address}', address));
    await expect(controls(page)).toContainText(words.panel.ends.visitor);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    // The visitor can check every letter of it.
    const shown = page.locator('[data-ending] b');
    expect(await shown.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  });

  test('in which nothing was asked, the panel announces no mail', async ({ page }) => {
    await openSite(page);
    await call(page);
    await expectLive(page);
    await press(page, 'ended');
    await expect(page.locator('.call-card').getByText(words.guide.status.over)).toBeVisible();
    await expect(controls(page)).toContainText(words.panel.silent);
    await expect(page.getByText('Check Your Email!')).toHaveCount(0);
    await expect(page.locator('[data-ending] b')).toHaveCount(0);
  });

  for (const [endedReason, reason] of [
    ['silence-timed-out', 'silence'],
    ['exceeded-max-duration', 'time-limit'],
    ['assistant-ended-call', 'assistant'],
  ] as const)
    test(`the panel says what ended it: ${reason}`, EXHAUSTIVE, async ({ page }) => {
      await openSite(page);
      await call(page);
      await expectLive(page);
      await sendToPage(page, { type: 'status-update', status: 'ended', endedReason });
      await expectState(page, 'ended');
      await expect(controls(page)).toContainText(words.panel.ends[reason]);
    });
});

test.describe('during a call', () => {
  test.beforeEach(async ({ page }) => {
    await openSite(page);
    await call(page);
    await expectLive(page);
  });

  test('the time runs', EXHAUSTIVE, async ({ page }) => {
    const elapsed = controls(page).getByRole('timer');
    await expect(elapsed).toHaveText(/^0:0[1-9]$/);
  });

  test('Mute closes the microphone for the other side, and opens it again', async ({ page }) => {
    const enabled = () =>
      page.evaluate(() => {
        const { microphoneTracks: tracks } = window as unknown as { microphoneTracks: MediaStreamTrack[] };
        return tracks[0]?.enabled;
      });
    // It works even if the call machine never learns of it.
    await page.evaluate(() => {
      const post = window.postMessage.bind(window) as (message: { action?: string }, target: string) => void;
      Object.assign(window, {
        postMessage(message: { action?: string }, target: string) {
          if (message.action !== 'local-audio') post(message, target);
        },
      });
    });
    await controls(page).getByRole('button', { name: panel.mute, exact: true }).click();
    await expect(page.getByText(panel.muted)).toBeVisible();
    expect(await enabled()).toBe(false);
    await controls(page).getByRole('button', { name: panel.unmute }).click();
    await expect(page.getByText(panel.muted)).toBeHidden();
    expect(await enabled()).toBe(true);
  });

  test('the level meters follow both voices', EXHAUSTIVE, async ({ page }) => {
    for (const speaker of ['visitor', 'assistant']) {
      if (speaker === 'assistant') await ask(page, 'who does the work?');
      const level = () =>
        page
          .locator(`.side[data-speaker=${speaker}] .level`)
          .evaluate((meter) => Number(getComputedStyle(meter).getPropertyValue('--level')));
      // The fake microphone beeps, and the assistant answers.
      await expect.poll(level, { intervals: [20] }).toBeGreaterThan(0.1);
      await expect.poll(level, { intervals: [20] }).toBeLessThan(0.1);
    }
  });

  test('captions can be hidden and shown', EXHAUSTIVE, async ({ page }) => {
    await expect(captions(page)).toContainText('Hello');
    await page.getByRole('button', { name: panel.hide }).click();
    await expect(captions(page)).toBeHidden();
    await page.getByRole('button', { name: panel.show }).click();
    await expect(captions(page)).toBeVisible();
  });

  test('a question that is too long stays, and is not sent', EXHAUSTIVE, async ({ page }) => {
    const question = 'x'.repeat(501);
    await ask(page, question);
    await expect(controls(page).getByRole('alert')).toContainText('500 characters');
    await expect(controls(page).getByRole('textbox')).toHaveValue(question);
    await ask(page, '   ');
    await expect(captions(page)).not.toContainText('You:');
  });

  test('captions are text, whatever the provider sends', EXHAUSTIVE, async ({ page }) => {
    const transcript = '<img src=x onerror=alert(1)>';
    await sendToPage(page, { type: 'transcript', role: 'assistant', transcriptType: 'final', transcript });
    await expect(captions(page)).toContainText('<img src=x onerror=alert(1)>');
    await expect(page.locator('.captions img')).toHaveCount(0);
  });

  test('links within the site open a new tab, anchors do not, and the call goes on', EXHAUSTIVE, async ({ page }) => {
    const opened = page.waitForEvent('popup');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI Portfolio' }).click();
    const popup = await opened;
    await expect(popup).toHaveURL(/\/ai-portfolio$/);
    await popup.close();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Programs' }).click();
    await expect(page).toHaveURL(/#programs$/);
    await expectLive(page);
    await expect(controls(page)).toContainText(panel.newTab);
  });

  test('leaving the page asks first; staying keeps the call', EXHAUSTIVE, async ({ page }) => {
    // A browser only asks visitors who have interacted with the page.
    const asked = page.waitForEvent('dialog');
    const leaving = page.goto(`${running.siteUrl}/flow`).catch(() => undefined);
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await leaving;
    await expectLive(page);
  });

  test('leaving it anyway ends the call', EXHAUSTIVE, async ({ page }) => {
    page.on('dialog', (question) => void question.accept());
    await page.evaluate(() =>
      window.addEventListener('pagehide', () => {
        const { microphoneTracks: tracks } = window as unknown as { microphoneTracks: MediaStreamTrack[] };
        sessionStorage.setItem('left-with', tracks.map(({ readyState }) => readyState).join());
      }),
    );
    await page.goto(`${running.siteUrl}/flow`);
    expect(await page.evaluate(() => sessionStorage.getItem('left-with'))).toBe('ended');
    // Back on the page without a call, nothing asks.
    await page.goBack();
    await expect(callButton(page)).toHaveText(words.button.idle);
    await expect(page.locator('.call-panel')).toHaveCount(0);
  });

  test('captions scroll with the conversation, also for long lines', EXHAUSTIVE, async ({ page }) => {
    await expect(captions(page)).toContainText('please type');
    await ask(page, 'Who won the chess cup? '.repeat(15));
    await expect(captions(page)).toContainText('do not know');
    await expect(captions(page).locator('p').last()).toBeInViewport();
  });

  test('the button ends it', async ({ page }) => {
    await expect(callButton(page)).toHaveText(words.button.active);
    await press(page, 'ended');
    await expectNothingLeft(page);
  });
});

test('Enter held down on Start Call starts a call, and does not cancel it', EXHAUSTIVE, async ({ page }) => {
  await page.clock.install();
  await openSite(page, '/?rehearse=never-live');
  await introduce(page);
  await page.keyboard.down('Enter');
  await expectState(page, 'requesting-permission');
  // Longer than a double click takes.
  await page.clock.fastForward(500);
  for (let repeats = 0; repeats < 5; repeats++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expectState(page, 'requesting-permission');
});

test('the first press of Cancel works, however soon it comes', EXHAUSTIVE, async ({ page }) => {
  await page.clock.install();
  await openSite(page, '/?rehearse=never-live');
  await introduce(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await startButton(page).click();
  // The panel needs a clock that runs.
  await expect(callButton(page)).toHaveText(words.button.connecting);
  await callButton(page).click();
  await expectState(page, 'idle');
});

test.describe('Try AI Assistant Now', () => {
  test('scrolls to the bottom and clicks the call button after 800 ms', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await openSite(page);
    const button = page.getByRole('button', { name: 'Try AI Assistant Now' });
    await button.scrollIntoViewIfNeeded();
    await page.clock.pauseAt(Date.now() + 60_000);
    await button.click();
    await expect
      .poll(() => page.evaluate(() => innerHeight + scrollY - document.documentElement.scrollHeight))
      .toBeGreaterThanOrEqual(-1);
    await page.clock.runFor(799);
    await expect(callDialog(page)).toBeHidden();
    await page.clock.runFor(1);
    await expect(callDialog(page)).toBeVisible();
  });

  test('leaves alone a dialog opened meanwhile', EXHAUSTIVE, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await openSite(page);
    // However long the second click takes on this machine.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: 'Try AI Assistant Now' }).click();
    await page.getByRole('button', { name: 'Talk to a Person' }).click();
    await expect(page.getByRole('dialog', { name: 'Book a Strategic Call' })).toBeVisible();
    await page.clock.fastForward(800);
    await expect(callDialog(page)).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Book a Strategic Call' })).toBeVisible();
  });

  test('does not hang up a call', EXHAUSTIVE, async ({ page }) => {
    await page.clock.install();
    await openSite(page);
    await call(page);
    await expectLive(page);
    await page.getByRole('button', { name: 'Try AI Assistant Now' }).click();
    await page.clock.fastForward(800);
    await expectLive(page);
  });
});

for (const path of PAGES)
  test(`the call button is on ${path}`, EXHAUSTIVE, async ({ page }) => {
    await openSite(page, path);
    await expect(callButton(page)).toBeVisible();
    await callButton(page).click();
    await expect(callDialog(page)).toBeVisible();
  });

for (const width of [320, 390, 1440])
  test(`the call button covers none of the last links at ${width} px`, EXHAUSTIVE, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await openSite(page, '/flow');
    const links = page.locator('body > footer .bottom a');
    await expect(links).not.toHaveCount(0);
    // The page scrolls smoothly, and grows as its sections come into view.
    await expect(async () => {
      await page.keyboard.press('End');
      const button = await callButton(page).boundingBox();
      for (const link of await links.all()) {
        await expect(link).toBeInViewport({ ratio: 1, timeout: 500 });
        const box = await link.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
      }
    }).toPass();
  });

for (const [width, height] of [
  [844, 390],
  [320, 256],
  [1280, 720],
  [960, 600],
] as const)
  test(`everything of a call can be reached at ${width} x ${height}`, EXHAUSTIVE, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openSite(page, '/terms-of-service');
    await call(page);
    await expectLive(page);
    for (const part of [
      controls(page).getByRole('button', { name: panel.mute, exact: true }),
      page.locator('.captions .scroller'),
      controls(page).getByRole('textbox'),
    ]) {
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 0.9 });
      // Nothing covers it.
      await part.click({ position: { x: 8, y: 8 }, trial: true });
    }
    await page.getByRole('button', { name: panel.fold }).click();
    await expect(captions(page)).toBeHidden();
    await page.getByRole('button', { name: panel.unfold }).click();
    await expect(captions(page)).toBeVisible();
  });

for (const width of [320, 820, 1440])
  test(
    `no accessibility violations in the dialog, during a call or after it at ${width} px`,
    EXHAUSTIVE,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openSite(page, '/terms-of-service');
      await introduce(page);
      await expectAccessible(page);
      await startButton(page).click();
      await expectLive(page);
      await ask(page, 'x'.repeat(501));
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      const panelBox = await page.locator('.call-panel').boundingBox();
      expect(panelBox?.x).toBeGreaterThanOrEqual(0);
      expect(panelBox?.y).toBeGreaterThanOrEqual(0);
      await press(page, 'ended');
      await expectAccessible(page);
    },
  );

test('no voice code is downloaded before intent, and the SDK comes with the dialog', EXHAUSTIVE, async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/\.(js|css)$/.test(request.url())) scripts.push(request.url());
  });
  await page.goto(running.siteUrl, { waitUntil: 'networkidle' });
  const voice = /CallWidget|CallPanel|call-panel|vapi|VoiceModeNote/;
  expect(scripts.filter((url) => voice.test(url))).toEqual([]);
  await callButton(page).hover();
  await expect.poll(() => scripts.some((url) => /CallWidget/.test(url))).toBe(true);
  expect(scripts.filter((url) => /vapi/.test(url))).toEqual([]);
  await callButton(page).click();
  await expect.poll(() => scripts.some((url) => /vapi/.test(url))).toBe(true);
});

test(
  'if the call code cannot be loaded, the dialog says so and tries again',
  EXHAUSTIVE,
  async ({ page, expectedErrors }) => {
    expectedErrors.push(FAILED_RESOURCE);
    await openSite(page);
    await page.route(/CallWidget/, (route) => route.abort('connectionreset'));
    await callButton(page).click();
    await expect(callDialog(page).getByRole('alert')).toContainText(words.dialog.unloadable);
    await expect(callDialog(page).getByRole('alert').getByRole('link')).toHaveAttribute('href', `mailto:${site.email}`);
    await expect(startButton(page)).toBeDisabled();
    await page.unroute(/CallWidget/);
    await page.keyboard.press('Escape');
    await introduce(page);
    await expect(callDialog(page).getByText(words.dialog.unloadable)).toBeHidden();
    await startButton(page).click();
    await expectLive(page);
  },
);

test('the focus returns to the button when the focused element is gone', EXHAUSTIVE, async ({ page }) => {
  await page.clock.install();
  await openSite(page);
  await call(page);
  await expectLive(page);
  await ask(page, 'bye');
  await expectState(page, 'ended');
  await expect(callButton(page)).toBeFocused();
});

test('an ended call stays open while somebody reads it', EXHAUSTIVE, async ({ page }) => {
  await page.clock.install();
  await openSite(page);
  await callAndStore(page);
  await expectLive(page);
  await expect(captions(page)).toContainText('Hello');
  await press(page, 'ended');
  await page.locator('.captions .scroller').hover();
  await page.clock.fastForward(20_000);
  await expectState(page, 'ended');
  await page.mouse.move(10, 10);
  await page.clock.fastForward(8000);
  await expectState(page, 'idle');

  await callAndStore(page);
  await expectLive(page);
  await callButton(page).click();
  await page.locator('.captions .scroller').focus();
  await page.clock.fastForward(20_000);
  await expectState(page, 'ended');
  await callButton(page).focus();
  await page.clock.fastForward(8000);
  await expectState(page, 'idle');
});

test('a double click ends a call without starting another', EXHAUSTIVE, async ({ page }) => {
  await openSite(page);
  await call(page);
  await expectLive(page);
  await callButton(page).dblclick();
  await expectState(page, 'ended');
});

test('a site without a voice says so, and offers the address', EXHAUSTIVE, async ({ page }) => {
  await openSite(page, '/', running.unconnectedUrl);
  await expect(callButton(page)).toContainText('not connected');
  await introduce(page);
  await expect(callDialog(page)).toContainText('The voice agent is not connected on this site');
  await expect(callDialog(page).getByRole('link', { name: site.email })).toBeVisible();
  await expect(startButton(page)).toBeDisabled();
  await expect(callDialog(page)).not.toContainText('Rehearsal');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('no dead button is shown, and there is a way to write instead', EXHAUSTIVE, async ({ page }) => {
    await page.goto(running.siteUrl);
    await expect(callButton(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Try AI Assistant Now' })).toBeHidden();
    await expect(page.locator('#assistant').getByRole('link', { name: 'Talk to a Person' })).toHaveAttribute(
      'href',
      `mailto:${site.email}`,
    );
  });
});
