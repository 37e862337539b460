import type { Page } from 'playwright';
import { enter, fail, FAILED_RESOURCE, FAILURE, mistake, open, receive, stall, submit, type Scene } from './scene.ts';

const PERSON = { name: 'Ada Example', email: 'ada@example.com' };

/** A form, and how a visitor uses it. */
interface FormSteps {
  /** The prefix of its scenes' names. */
  name: string;
  island: string;
  path: string;
  whole?: boolean;
  /** Opens or focuses it, and waits until it is ready. */
  reach: (page: Page) => Promise<void>;
  /** Enters the required values. */
  fill: (page: Page) => Promise<void>;
  /** The element that appears once it is received. */
  received: string;
}

/** A form that is empty and ready, has mistakes, is being sent, has failed, and was received. */
function statesOf({ name, island, path, whole = false, reach, fill, received }: FormSteps): Scene[] {
  const filled = async (page: Page) => {
    await reach(page);
    await fill(page);
  };
  return [
    { name, path, whole, act: reach },
    {
      name: `${name}-mistakes`,
      path,
      whole,
      async act(page) {
        await reach(page);
        await mistake(page, island);
      },
    },
    {
      name: `${name}-sending`,
      path,
      async act(page) {
        await filled(page);
        await stall(page);
        await submit(page, island);
        await page.locator(`form[data-island=${island}] [role=status] .visually-hidden`).waitFor({ state: 'attached' });
      },
    },
    {
      name: `${name}-failed`,
      path,
      logs: [FAILED_RESOURCE, FAILURE],
      async act(page) {
        await filled(page);
        await fail(page);
        await submit(page, island);
        await page.locator('.toast').waitFor();
      },
    },
    {
      name: `${name}-received`,
      path,
      async act(page) {
        await filled(page);
        await receive(page);
        await submit(page, island);
        await page.locator(received).waitFor();
      },
    },
  ];
}

/** Focuses a form that is in the page itself, and waits until it is ready. */
const touch = (island: string) => async (page: Page) => {
  await page.focus(`#${island}-name`);
  await page.locator(`form[data-island=${island}][data-ready]`).waitFor();
};

const book = open('footer [data-opens=demo-booking]');

const SUNDAY = 0;
const WEDNESDAY = 3;

/** Chooses a weekday near the end of the days on offer: the first ones may be too soon. */
async function chooseDay(page: Page, weekday: number): Promise<void> {
  await page.locator('#demo-booking-day[max]').waitFor();
  const last = await page.locator('#demo-booking-day').getAttribute('max');
  const day = new Date(`${last ?? ''}T12:00Z`);
  day.setUTCDate(day.getUTCDate() - 1 - ((day.getUTCDay() + 6 - weekday) % 7));
  await page.fill('#demo-booking-day', day.toISOString().slice(0, 10));
}

async function fillBooking(page: Page): Promise<void> {
  await enter(page, 'demo-booking', PERSON);
  await page.selectOption('#demo-booking-topic', { index: 1 });
  await chooseDay(page, WEDNESDAY);
  await page.locator('#demo-booking-time option:nth-of-type(2)').waitFor({ state: 'attached' });
  await page.selectOption('#demo-booking-time', { index: 1 });
}

const APPLICATION = {
  ...PERSON,
  position: 'strategy',
  availability: 'flexible',
  motivation: 'I like bridges.',
};
const PDF = { name: 'resume-of-ada.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') };

/** Every form in each of its states. */
export const FORM_SCENES: Scene[] = [
  ...statesOf({
    name: 'consultation',
    island: 'consultation',
    path: '/',
    reach: open('header [data-opens=consultation]'),
    fill: (page) => enter(page, 'consultation', PERSON),
    received: '.toast',
  }),
  ...statesOf({
    name: 'demo-booking',
    island: 'demo-booking',
    path: '/flow',
    reach: book,
    fill: fillBooking,
    received: '.confirmation',
  }),
  {
    name: 'booking-closed-day',
    path: '/flow',
    async act(page) {
      await book(page);
      await chooseDay(page, SUNDAY);
      await page.locator('dialog[open] [role=status] .problem').waitFor();
    },
  },
  ...statesOf({
    name: 'waiting-list',
    island: 'waiting-list',
    path: '/resources',
    reach: touch('waiting-list'),
    fill: (page) => enter(page, 'waiting-list', PERSON),
    received: '.toast',
  }),
  ...statesOf({
    name: 'application',
    island: 'internship',
    path: '/internships/apply',
    whole: true,
    reach: touch('internship'),
    fill: (page) => enter(page, 'internship', APPLICATION),
    received: '.toast',
  }),
  {
    name: 'application-file',
    path: '/internships/apply',
    async act(page) {
      await touch('internship')(page);
      await page.setInputFiles('#internship-resume', PDF);
      await page.locator('.file').waitFor();
    },
  },
  {
    name: 'application-file-refused',
    path: '/internships/apply',
    async act(page) {
      await touch('internship')(page);
      await page.setInputFiles('#internship-resume', { ...PDF, name: 'resume.exe' });
      await page.locator('#internship-resume-problem').waitFor();
    },
  },
];
