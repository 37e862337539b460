import { useStore } from '@nanostores/react';
import common from 'copy:common';
import company from 'copy:company';
import copy from 'copy:demo-booking';
import { useEffect, useLayoutEffect, useState } from 'react';
import { DEMO_BOOKING_LIMITS, demoBooking, demoBookingKind, type DemoBooking } from '../../backend/demo-booking.ts';
import type { Appointment } from '../../lib/calendar-file.ts';
import { settleAction } from '../../stores/action.ts';
import { $dialog } from '../../stores/dialogs.ts';
import { showToast } from '../../stores/toasts.ts';
import { EmailField } from '../form/EmailField.tsx';
import { TextField } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { controlOf } from '../form/form-values.ts';
import { SelectField } from '../form/SelectField.tsx';
import { afterAnimations } from '../toasts/after-animations.ts';
import { PageToasts } from '../toasts/PageToasts.tsx';
import { fieldId } from '../form/field-id.ts';
import { useForm } from '../form/use-form.ts';
import { Confirmation } from './Confirmation.tsx';
import { isWithin, zoneName } from './slots.ts';
import { useSlots } from './use-slots.ts';

const { fields, event } = copy;
const { optional } = common;
const { bookings, email, name } = company;

/** The form of the demo-booking dialog, and the confirmation that replaces it. */
export default function DemoBookingForm() {
  const [day, setDay] = useState('');
  const [stored, setStored] = useState<Appointment>();
  const { zone, first, last, slots, unavailable } = useSlots(bookings, day);
  const dialog = useStore($dialog, { ssr: 'initial' });

  /** Why a day and time can't be booked, apart from being empty. */
  function further({ day, time }: DemoBooking) {
    if (unavailable) return { time: fields.time.unavailable };
    if (day !== '' && first && last && !isWithin(day, { first, last }))
      return { day: fields.day.problems.invalid ?? '', time: null };
    if (day !== '' && slots?.length === 0) return { day: fields.time.closed, time: null };
    const offered = slots?.some(({ value }) => value === time) && Date.parse(time) > Date.now();
    return time !== '' && !offered ? { time: fields.time.gone } : {};
  }

  const form = useForm<DemoBooking>({
    name: 'demo-booking',
    rules: { schema: demoBooking, limits: DEMO_BOOKING_LIMITS, fields },
    failure: copy.failure,
    further,
    kind: () => demoBookingKind(zone),
    onValues: (values) => setDay(values.day),
    onStored(values, _element, _unchanged, id) {
      const { title, next } = copy.confirmation;
      settleAction('book-demo');
      // The dialog is closed by now: nobody would see the confirmation.
      if ($dialog.get() !== 'demo-booking') showToast({ tone: 'success', title, text: next });
      setStored({
        state: 'requested',
        id,
        sequence: 0,
        start: values.time,
        minutes: bookings.minutes,
        title: event.title,
        text: event.text,
        organizer: { name, email },
      });
    },
  });
  const { form: element, draft } = form;

  useLayoutEffect(() => {
    if (!element.current || !slots) return;
    const time = controlOf(element.current, 'time');
    if (time.value === '') time.value = slots.find(({ value }) => value === draft.values()['time'])?.value ?? '';
  }, [element, draft, slots]);

  // The confirmation stays until the dialog has closed; reopened, it shows the form again.
  const over = stored !== undefined && dialog !== 'demo-booking';
  useEffect(() => {
    if (!over) return;
    void afterAnimations(document.getElementById('demo-booking')).then(() => {
      setStored(undefined);
      setDay('');
    });
  }, [over]);

  if (stored)
    return (
      <>
        <Confirmation copy={copy.confirmation} appointment={stored} zone={zone} />
        <PageToasts />
      </>
    );

  const noTimes = unavailable ? fields.time.unavailable : day !== '' && slots?.length === 0 && fields.time.closed;
  const zoneId = fieldId('demo-booking', 'zone');
  return (
    <Form form={form} words={copy} dialog="demo-booking" labelledBy="demo-booking-title">
      <div className="pair">
        <TextField form={form} name="name" copy={fields.name} autoComplete="name" autoFocus />
        <EmailField form={form} copy={fields.email} />
      </div>
      <div className="pair">
        <TextField form={form} name="company" copy={fields.company} optional={optional} autoComplete="organization" />
        <SelectField
          form={form}
          name="topic"
          copy={fields.topic}
          placeholder={fields.topic.placeholder}
          choices={fields.topic.options.map((topic) => ({ value: topic, label: topic }))}
        />
      </div>
      <div className="pair">
        <TextField form={form} name="day" copy={fields.day} type="date" min={first} max={last} />
        <SelectField
          // Another day has other times: reset the choice.
          key={day}
          form={form}
          name="time"
          copy={fields.time}
          placeholder={day === '' ? fields.time.noDay : noTimes ? fields.time.none : fields.time.placeholder}
          choices={slots ?? []}
          {...(zone !== '' && { describedBy: zoneId })}
        />
      </div>
      <div role="status">{noTimes && !form.problems['day'] && <p className="problem">{noTimes}</p>}</div>
      {/* As high as its text before it is known, so that no button moves under a finger. */}
      <p className="hint min-h-lines sm:min-h-line" id={zoneId}>
        {zone && copy.zone.replace('{zone}', zoneName(zone))}
      </p>
      <TextField form={form} name="note" copy={fields.note} optional={optional} rows={3} />
    </Form>
  );
}
