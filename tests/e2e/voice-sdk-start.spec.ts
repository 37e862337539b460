/** How a voice call starts, and fails to (spec sections 4, 5, 7, 8 and 9). */
import type { JSHandle } from 'playwright/test';
import {
  ANSWER,
  answerCalls,
  expect,
  newClient,
  payloads,
  ROOM,
  sent,
  stages,
  start,
  test,
  type Client,
} from '../setup/voice-sdk-page.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const BEFORE_JOIN = [
  'initialization started',
  'web-call-creation started',
  'web-call-creation completed',
  'daily-call-object-creation started',
  'daily-call-object-creation completed',
  'mobile-permissions started',
  'mobile-permissions completed',
  'daily-call-join started',
];

test('a start without assistant, squad or workflow throws', EXHAUSTIVE, async ({ page, sdk }) => {
  const requests = await answerCalls(page);
  const client = await newClient(sdk);
  const MESSAGE = 'Assistant or Squad or Workflow must be provided.';
  await expect(client.evaluate(({ vapi }) => vapi.start().then(() => undefined))).rejects.toThrow(MESSAGE);
  expect(await client.evaluate(({ events }) => events)).toMatchObject([
    ['error', { type: 'validation-error', stage: 'input-validation', error: { message: MESSAGE } }],
  ]);
  expect(requests).toEqual([]);
});

test('a call is created with the bearer key, by id or in full, with overrides', EXHAUSTIVE, async ({ page, sdk }) => {
  const requests = await answerCalls(page, {}, 401);
  const client = await newClient(sdk);
  await client.evaluate(async ({ vapi }) => {
    await vapi.start('a', { variableValues: { leadName: 'Ada', leadEmail: 'ada@example.com' } });
    await vapi.start({ firstMessage: 'Hello' });
    await vapi.start(undefined, undefined, 's');
    await vapi.start(undefined, undefined, { members: [] });
    await vapi.start(undefined, undefined, undefined, 'w', { variableValues: { a: 1 } });
    await vapi.start(undefined, undefined, undefined, { name: 'w', nodes: [], edges: [] });
  });
  expect(requests.map(({ body }) => body)).toEqual([
    { assistantId: 'a', assistantOverrides: { variableValues: { leadName: 'Ada', leadEmail: 'ada@example.com' } } },
    { assistant: { firstMessage: 'Hello' } },
    { squadId: 's' },
    { squad: { members: [] } },
    { workflowId: 'w', workflowOverrides: { variableValues: { a: 1 } } },
    { workflow: { name: 'w', nodes: [], edges: [] } },
  ]);
  for (const request of requests) expect(request).toMatchObject({ method: 'POST', authorization: 'Bearer public-key' });
});

test('a start goes through its stages, and a second one meanwhile gives null', EXHAUSTIVE, async ({ page, sdk }) => {
  const client = await start(page, sdk, { ...ANSWER, assistant: { voice: { provider: '11labs' } } });
  expect(await stages(client)).toEqual([
    ...BEFORE_JOIN,
    'daily-call-join completed',
    'video-recording-setup completed',
    'audio-observer-setup started',
    'audio-observer-setup completed',
    'audio-processing-setup started',
    'audio-processing-setup completed',
  ]);
  const progress = await payloads(client, 'call-start-progress');
  expect(progress.map(({ metadata }) => metadata).filter(Boolean)).toEqual([
    { hasAssistant: true, hasSquad: false, hasWorkflow: false },
    { callId: 'call-1', videoRecordingEnabled: false, voiceProvider: '11labs' },
    { audioSource: true, videoSource: false, isVideoRecordingEnabled: false, isVideoEnabled: false },
    { isMobile: false },
    { action: 'skipped-not-mobile' },
    { action: 'skipped-not-enabled' },
  ]);
  expect(await payloads(client, 'call-start-success')).toMatchObject([{ callId: 'call-1' }]);
  expect(await payloads(client, 'error')).toEqual([]);
  // The same copy of daily-js, so that there can be no second call.
  expect(
    await sdk.evaluate(({ Daily }, { vapi }) => Daily.getCallInstance() === vapi.getDailyCallObject(), client),
  ).toBe(true);
  expect(
    await sent(
      sdk,
      ...['join-meeting', 'start-remote-participants-audio-level-observer', 'update-input-settings'],
      ...['start-local-audio-level-observer', 'local-recording-start'],
    ),
  ).toMatchObject([
    {
      action: 'join-meeting',
      properties: { url: ROOM, dailyJsVersion: '0.87.0', audioSource: true, subscribeToTracksAutomatically: false },
    },
    { action: 'start-remote-participants-audio-level-observer', interval: 100 },
    { action: 'update-input-settings', inputSettings: { audio: { processor: { type: 'noise-cancellation' } } } },
  ]);
  expect(await client.evaluate(({ vapi }) => vapi.start('assistant-1'))).toBeNull();
  expect((await payloads(client, 'call-start-progress')).at(-1)).toMatchObject({
    stage: 'validation',
    status: 'failed',
    metadata: { reason: 'already-started' },
  });
});

test.describe('on a phone', () => {
  test.use({
    clock: 'stands still',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  });

  test('the client waits 1 s for permissions before it joins', EXHAUSTIVE, async ({ page, sdk }) => {
    await answerCalls(page);
    const client = await newClient(sdk);
    await client.evaluate((client) => {
      client.ended = client.vapi.start('assistant-1');
    });
    const waiting = BEFORE_JOIN.slice(0, -2);
    await expect.poll(() => stages(client)).toEqual(waiting);
    await page.clock.runFor(999);
    expect(await stages(client)).toEqual(waiting);
    await page.clock.runFor(1);
    await client.evaluate(({ ended }) => ended.then(() => undefined));
    expect(await stages(client)).toEqual(expect.arrayContaining(['daily-call-join completed']));
    const wait = (await payloads(client, 'call-start-progress')).find(
      ({ duration, stage }) => duration && stage === 'mobile-permissions',
    );
    expect(wait).toMatchObject({ status: 'completed', duration: 1000, metadata: { action: 'permissions-wait' } });
  });
});

test.describe('a failure', () => {
  const errors = async (client: JSHandle<Client>) =>
    (await payloads(client, 'error')).map(({ type, stage, error }) => [
      type,
      stage,
      (error as { message?: unknown }).message,
    ]);

  test('of the creation ends the start', EXHAUSTIVE, async ({ page, sdk }) => {
    await answerCalls(page, { message: 'Invalid Key' }, 401);
    const client = await newClient(sdk);
    expect(await client.evaluate(({ vapi }) => vapi.start('assistant-1'))).toBeNull();
    expect(await stages(client)).toEqual(BEFORE_JOIN.slice(0, 2));
    // Deviation: the response is an object where a message should be.
    expect(await errors(client)).toEqual([['start-method-error', 'unknown', { message: 'Invalid Key' }]]);
    expect(await payloads(client, 'call-start-failed')).toMatchObject([{ stage: 'unknown' }]);
  });

  test('of the call object ends the start', EXHAUSTIVE, async ({ page, sdk }) => {
    await sdk.evaluate(({ Daily }) => void Daily.createCallObject());
    const client = await start(page, sdk);
    const MESSAGE = 'Duplicate DailyIframe instances are not allowed';
    expect((await stages(client)).at(-1)).toBe('daily-call-object-creation failed');
    expect(await errors(client)).toEqual([
      ['daily-call-object-creation-error', 'daily-call-object-creation', MESSAGE],
      ['start-method-error', 'unknown', MESSAGE],
    ]);
    expect(await payloads(client, 'call-start-failed')).toMatchObject([{ error: MESSAGE }]);
  });

  test('of joining ends the start', EXHAUSTIVE, async ({ page, sdk }) => {
    await sdk.evaluate(({ replies }) => (replies['join-meeting'] = { error: 'the room is locked' }));
    const client = await start(page, sdk);
    expect(await stages(client)).toEqual([...BEFORE_JOIN, 'daily-call-join failed']);
    expect(await errors(client)).toEqual([
      ['daily-call-join-error', 'daily-call-join', 'the room is locked'],
      ['start-method-error', 'unknown', 'the room is locked'],
    ]);
    expect(await payloads(client, 'call-start-failed')).toMatchObject([{ error: 'the room is locked' }]);
  });

  test('of noise cancellation is reported, and the call goes on', EXHAUSTIVE, async ({ page, sdk }) => {
    await sdk.evaluate(({ replies }) => (replies['update-input-settings'] = { error: 'no Krisp' }));
    const client = await start(page, sdk);
    await expect
      .poll(() => errors(client))
      .toEqual([['audio-processing-setup-error', 'audio-processing-setup', 'no Krisp']]);
    expect(await payloads(client, 'call-start-success')).toHaveLength(1);
  });

  test('of the audio level observer in the call machine is not reported', EXHAUSTIVE, async ({ page, sdk }) => {
    // Deviation: the SDK does not wait for the response.
    const uncaught = page.waitForEvent('pageerror');
    await sdk.evaluate(({ replies }) => {
      replies['start-remote-participants-audio-level-observer'] = { error: 'no worklet' };
    });
    const client = await start(page, sdk);
    await uncaught;
    expect(await errors(client)).toEqual([]);
    expect(await stages(client)).toContain('audio-observer-setup completed');
  });

  for (const stage of ['video-recording-setup', 'audio-observer-setup', 'audio-processing-setup'])
    test(`of ${stage} is reported, and the call goes on`, EXHAUSTIVE, async ({ page, sdk }) => {
      await answerCalls(page, { ...ANSWER, artifactPlan: { videoRecordingEnabled: true } });
      const client = await newClient(sdk);
      // Nothing else in these stages can fail at once.
      await client.evaluate(({ vapi }, failing) => {
        vapi.on('call-start-progress', ({ stage, status }) => {
          if (stage === failing && status === 'completed') throw new Error('failed on purpose');
        });
        return vapi.start('assistant-1').then(() => undefined);
      }, stage);
      expect(await stages(client)).toContain(`${stage} failed`);
      expect(await errors(client)).toEqual([[`${stage}-error`, stage, 'failed on purpose']]);
      expect(await payloads(client, 'call-start-success')).toHaveLength(1);
    });
});
