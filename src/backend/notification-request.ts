import * as z from 'zod/mini';
import { person, PERSON_LIMITS, toRequestRow } from './request.ts';
import type { RequestKind } from './send-request.ts';

/** The maximum length of each field as typed, in code points. */
export const NOTIFICATION_LIMITS = PERSON_LIMITS;

/** What the visitor enters in a notify-me card (spec section 2). */
export const notificationRequest = z.object(person);
export type NotificationRequest = z.infer<typeof notificationRequest>;

/**
 * Requests to be notified when a resource is available. They are stored until that mail is sent; the team gets no mail.
 *
 * @param resourceType what the visitor waits for (spec section 3), for example Case Studies & MoU Templates
 */
export const notificationKind = (resourceType: string): RequestKind<NotificationRequest> => ({
  table: 'notification_requests',
  toRow: (request, envelope) => ({ ...toRequestRow(request, envelope), resource_type: resourceType }),
});
