/** How daily-js follows the spec's rules for telephone and SIP calls (sections 3, 5 and 9). */
import { each, expectRows, join, test, type Row } from '../setup/voice-sdk-page.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const PHONE = '+15550100';
const SIP = 'sip:desk@example.com';
const long = (length: number) => '1'.repeat(length);

test.beforeEach(({ sdk }) => join(sdk));

test(
  'a dial-out goes to a SIP address or an E.164 number, with known codecs, and names that are not too long',
  EXHAUSTIVE,
  async ({ sdk }) => {
    const accepted = (...options: object[]) => each('startDialOut', options, 'sends dialout-start');
    const refused = (reason: string, ...options: object[]): Row[] =>
      each('startDialOut', options, `rejects Error starting dial out: ${reason}`);
    const phone = (options: object) => ({ phoneNumber: PHONE, ...options });
    const sip = (options: object) => ({ sipUri: SIP, ...options });
    await expectRows(sdk, [
      ...accepted({ sipUri: SIP }, { phoneNumber: '+1' }),
      ...refused('either a sip uri or phone number must be provided', {}),
      ...refused('only one of sip uri or phone number must be provided', sip({ phoneNumber: PHONE })),
      ...refused("Invalid SIP URI, must start with 'sip:'", { sipUri: 'desk@example.com' }),
      ...refused(
        'Invalid phone number, must be valid phone number as per E.164',
        ...['15550100', '+', '+1 555', '+1x'].map((phoneNumber) => ({ phoneNumber })),
      ),

      ...accepted(sip({ codecs: { audio: ['OPUS', 'PCMU', 'PCMA', 'G722'], video: ['H264', 'VP8'] } })),
      ...refused(
        'audio codec must be one of OPUS, PCMU, PCMA, G722',
        phone({ codecs: { audio: ['MP3'] } }),
        sip({ codecs: { audio: ['OPUS', 'opus'] } }),
      ),
      ...refused('audio codec must be an array', phone({ codecs: { audio: 'OPUS' } })),
      ...refused('audio codec array specified but empty', sip({ codecs: { audio: [] } })),
      ...refused('video codec must be H264 or VP8', sip({ codecs: { video: ['AV1'] } })),

      ...accepted(phone({ callerId: 'desk', displayName: long(199), userId: long(36) })),
      ...refused('callerId not allowed with sipUri', sip({ callerId: 'desk' })),
      ...refused('displayName length must be less than 200', phone({ displayName: long(200) })),
      ...refused('userId length must be less than or equal to 36', phone({ userId: long(37) })),

      ...accepted(phone({ extension: long(20), waitBeforeExtensionDialSec: 60 })),
      ...refused('extension must be a string', phone({ extension: 1 })),
      ...refused('extension length must be less than or equal to 20', phone({ extension: long(21) })),
      ...refused(
        'waitBeforeExtensionDialSec must be a number',
        phone({ extension: '1', waitBeforeExtensionDialSec: '60' }),
      ),
      ...refused(
        'waitBeforeExtensionDialSec must be less than or equal to 60',
        phone({ extension: '1', waitBeforeExtensionDialSec: 61 }),
      ),
      ...refused(
        'waitBeforeExtensionDialSec requires a phoneNumber and extension',
        phone({ waitBeforeExtensionDialSec: 1 }),
      ),
      // Deviation: a wait of 0 counts as not given, and there is no lower bound.
      ...accepted(phone({ waitBeforeExtensionDialSec: 0 }), phone({ extension: '1', waitBeforeExtensionDialSec: -1 })),
    ]);
  },
);

test(
  'a transfer goes from a session to a sip: or + address, a refer to a sip: address, and only + takes a caller id',
  EXHAUSTIVE,
  async ({ sdk }) => {
    const to = (toEndPoint: unknown, more: object = {}) => ({ sessionId: 's', toEndPoint, ...more });
    await expectRows(sdk, [
      ...each(
        'sipCallTransfer',
        [to(SIP), to(PHONE, { callerId: 'desk', extension: long(20), waitBeforeExtensionDialSec: 60 })],
        'sends sip-call-transfer',
      ),
      ...each('sipRefer', [to(SIP)], 'sends sip-call-transfer'),
      ...each(
        'sipCallTransfer',
        [undefined, { sessionId: 's' }, { toEndPoint: SIP }],
        'rejects sipCallTransfer() requires a sessionId and toEndPoint',
      ),
      ...each('sipRefer', [undefined], 'rejects sessionId and toEndPoint are mandatory parameter'),
      ...each('sipRefer', [{ sessionId: 's' }], 'rejects sipRefer() requires a sessionId and toEndPoint'),
      ...each(
        'sipCallTransfer',
        [to(15550100), { sessionId: 1, toEndPoint: SIP }],
        'rejects Invalid paramater: sessionId and toEndPoint must be of type string',
      ),
      ...each('sipCallTransfer', [to('tel:1')], 'rejects toEndPoint: tel:1 must starts with either "sip:" or "+"'),
      ...each('sipRefer', [to(PHONE)], 'rejects "toEndPoint" must be a "sip" address'),
      ...each('sipCallTransfer', [to(PHONE, { callerId: 1 })], 'rejects callerId must be of type string'),
      ...each(
        'sipCallTransfer',
        [to(SIP, { callerId: 'desk' })],
        'rejects callerId is only valid when transferring to a PSTN number',
      ),
      ...each(
        'sipCallTransfer',
        [to(PHONE, { extension: long(21) })],
        'rejects Error starting dial out: extension length must be less than or equal to 20',
      ),
    ]);
  },
);

test('up to 20 DTMF tones from 0-9, A-D, * and #', EXHAUSTIVE, async ({ sdk }) => {
  const tones = (tones?: string) => ({ sessionId: 's', tones });
  await expectRows(sdk, [
    ...each('sendDTMF', [tones('0123456789ABCD*#'), tones(long(20))], 'sends send-dtmf'),
    ...each('sendDTMF', [tones(long(21))], 'rejects tones string must be upto 20 characters'),
    ...each('sendDTMF', [tones('1a')], 'rejects a is not valid DTMF tone'),
    ...each('sendDTMF', [tones('E')], 'rejects E is not valid DTMF tone'),
    ...each('sendDTMF', [tones()], 'rejects sessionId and tones are mandatory parameter'),
  ]);
});
