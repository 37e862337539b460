import * as z from 'zod/mini';
import { person, PERSON_LIMITS, toRequestRow } from './request.ts';
import type { RequestKind } from './send-request.ts';

/** Most code points of each field as typed. */
export const NOTIFICATION_LIMITS = PERSON_LIMITS;

/** What the visitor types into a notify card (spec section 2). */
export const notificationRequest = z.object(person);
export type NotificationRequest = z.infer<typeof notificationRequest>;

/**
 * Requests to hear when a resource is available. Nobody is told of them at once: they wait for the mail that says so.
 *
 * @param resourceType what the visitor waits for (spec section 3), for example Case Studies & MoU Templates
 */
export const notificationKind = (resourceType: string): RequestKind<NotificationRequest> => ({
  table: 'notification_requests',
  toRow: (request, envelope) => ({ ...toRequestRow(request, envelope), resource_type: resourceType }),
});
