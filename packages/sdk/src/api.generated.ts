// Made by `npm run generate` from openapi/openapi.json. Do not edit.
// The types of everything that goes over the wire. Each schema has a name of its own at the end.

export interface components {
  schemas: {
    /** @description Every failed call answers in this shape. All codes are listed under Errors at the top. */
    readonly Error: {
      /**
       * @description The family of the error.
       * @enum {string}
       */
      readonly type:
        | 'api_error'
        | 'validation_error'
        | 'authentication_error'
        | 'invalid_request_error'
        | 'rate_limit_error';
      /** @description What is wrong and what would be right, for people. */
      readonly message: string;
      /** @description Exact path of the offending parameter; null if it is no single one. */
      readonly param: string | null;
      /**
       * @description Stable word for programs, explained at `doc_url`. New ones may be added.
       * @enum {string|null}
       */
      readonly code:
        | 'missing_parameter'
        | 'invalid_parameter'
        | 'unknown_parameter'
        | 'mutually_exclusive_parameters'
        | 'malformed_json'
        | 'invalid_stop_position'
        | 'addons_with_quote'
        | 'invalid_tip'
        | 'customer_not_allowed'
        | 'url_not_allowed'
        | 'too_many_endpoints'
        | 'too_many_clients'
        | 'invalid_token'
        | 'insufficient_scope'
        | 'revision_outdated'
        | 'session_ended'
        | 'wrong_credentials'
        | 'second_factor_required'
        | 'wrong_code'
        | 'second_factor_not_set_up'
        | 'second_factor_in_use'
        | 'message_not_sendable'
        | 'insufficient_role'
        | 'request_not_trusted'
        | 'link_expired'
        | 'not_found'
        | 'method_not_allowed'
        | 'unsupported_version'
        | 'unsupported_media_type'
        | 'body_too_large'
        | 'headers_too_large'
        | 'request_timeout'
        | 'quote_expired'
        | 'quote_not_found'
        | 'quote_already_used'
        | 'location_not_found'
        | 'address_not_found'
        | 'outside_service_area'
        | 'route_too_long'
        | 'window_in_past'
        | 'window_too_far'
        | 'arrival_window_not_found'
        | 'addon_unavailable'
        | 'product_unavailable'
        | 'sandbox_only'
        | 'too_many_stops'
        | 'too_few_stops'
        | 'stop_already_started'
        | 'booking_not_editable'
        | 'booking_not_cancellable'
        | 'booking_already_cancelled'
        | 'endpoint_disabled'
        | 'endpoint_held'
        | 'person_has_live_bookings'
        | 'event_forgotten'
        | 'recovery_running'
        | 'idempotency_key_reused'
        | 'idempotency_key_in_use'
        | 'crews_busy'
        | 'crew_unavailable'
        | 'offer_closed'
        | 'service_unavailable'
        | 'rate_limit_exceeded'
        | 'temporarily_blocked'
        | 'internal_error'
        | 'invalid_request'
        | 'invalid_client'
        | 'invalid_grant'
        | 'unauthorized_client'
        | 'unsupported_grant_type'
        | 'invalid_scope'
        | 'unsupported_response_type'
        | 'access_denied'
        | null;
      /**
       * Format: uri
       * @description Explains the code and what to do.
       */
      readonly doc_url?: string;
      /** @description On rate-limit errors only. */
      readonly http_status?: number;
    };
    /** @description The process is alive. */
    readonly Health: {
      /**
       * @description Always `ok`.
       * @enum {string}
       */
      readonly status: 'ok';
    };
    /** @description Database, migrations and notification listener are fine. */
    readonly Ready: {
      /**
       * @description Always `ready`.
       * @enum {string}
       */
      readonly status: 'ready';
    };
    /** @description Send traffic elsewhere for now. */
    readonly NotReady: {
      /**
       * @description Always `unavailable`.
       * @enum {string}
       */
      readonly status: 'unavailable';
      /** @description What is not ready: `database`, `listener`, `migrations` or `shutdown`. */
      readonly waiting_for: readonly string[];
    };
    /** @description One of the grants. Fields that a grant does not know are ignored. */
    readonly TokenRequest:
      | {
          /**
           * @description Names the grant.
           * @constant
           */
          readonly grant_type: 'client_credentials';
          /** @description The public name of the client. */
          readonly client_id: string;
          /** @description May be sent by HTTP Basic instead. */
          readonly client_secret: string;
          /** @description Space-separated; `public` is always added. Omitted: all that the client may have. */
          readonly scope?: string;
        }
      | {
          /**
           * @description Names the grant.
           * @constant
           */
          readonly grant_type: 'password';
          /** @description The public name of the client. */
          readonly client_id: string;
          /** @description May be sent by HTTP Basic instead. */
          readonly client_secret?: string;
          /** @description With which the person signs in. */
          readonly username: string;
          /** @description Of the person. */
          readonly password: string;
          /** @description Space-separated; `public` is always added. Omitted: all that the client may have. */
          readonly scope?: string;
        }
      | {
          /**
           * @description Names the grant.
           * @constant
           */
          readonly grant_type: 'authorization_code';
          /** @description The public name of the client. */
          readonly client_id: string;
          /** @description May be sent by HTTP Basic instead. */
          readonly client_secret: string;
          /** @description From the redirect of `/oauth/authorize`; valid once. */
          readonly code: string;
          /**
           * Format: uri
           * @description The same as was sent to `/oauth/authorize`.
           */
          readonly redirect_uri: string;
          /** @description Required if a `code_challenge` was sent (PKCE, S256). */
          readonly code_verifier?: string;
        }
      | {
          /**
           * @description Names the grant.
           * @constant
           */
          readonly grant_type: 'refresh_token';
          /** @description The public name of the client. */
          readonly client_id: string;
          /** @description May be sent by HTTP Basic instead. */
          readonly client_secret?: string;
          /** @description From the previous token response; valid once. */
          readonly refresh_token: string;
          /** @description Space-separated; `public` is always added. Omitted: all that the client may have. */
          readonly scope?: string;
        };
    /** @description Reuse the token until it is revoked; a new one for every call is not needed. */
    readonly Token: {
      /** @description Send it as `Authorization: Bearer <token>`. */
      readonly access_token: string;
      /**
       * @description How to send the token.
       * @enum {string}
       */
      readonly token_type: 'Bearer';
      /** @description null: the token does not expire; it is valid until revoked. */
      readonly expires_in?: number | null;
      /** @description What the token may do, separated by spaces. */
      readonly scope: string;
      /** @description password and authorization_code grants only. */
      readonly refresh_token?: string;
      /** @description Unix time in seconds. */
      readonly created_at: number;
    };
    /** @description The token to end. Client credentials are needed unless a Bearer token is sent. */
    readonly RevokeRequest: {
      /** @description An access or refresh token of the same client. */
      readonly token: string;
      /** @description The public name of the client. */
      readonly client_id?: string;
      /** @description May be sent by HTTP Basic instead. */
      readonly client_secret?: string;
    };
    /** @description Done, or nothing was to be done. */
    readonly Revoked: Record<string, never>;
    /** @description The contract's error fields together with those of RFC 6749. */
    readonly OAuthError: {
      /**
       * @description The family of the error.
       * @enum {string}
       */
      readonly type:
        | 'api_error'
        | 'validation_error'
        | 'authentication_error'
        | 'invalid_request_error'
        | 'rate_limit_error';
      /** @description What is wrong and what would be right, for people. */
      readonly message: string;
      /** @description Exact path of the offending parameter; null if it is no single one. */
      readonly param: string | null;
      /**
       * @description Stable word for programs, explained at `doc_url`. New ones may be added.
       * @enum {string|null}
       */
      readonly code:
        | 'missing_parameter'
        | 'invalid_parameter'
        | 'unknown_parameter'
        | 'mutually_exclusive_parameters'
        | 'malformed_json'
        | 'invalid_stop_position'
        | 'addons_with_quote'
        | 'invalid_tip'
        | 'customer_not_allowed'
        | 'url_not_allowed'
        | 'too_many_endpoints'
        | 'too_many_clients'
        | 'invalid_token'
        | 'insufficient_scope'
        | 'revision_outdated'
        | 'session_ended'
        | 'wrong_credentials'
        | 'second_factor_required'
        | 'wrong_code'
        | 'second_factor_not_set_up'
        | 'second_factor_in_use'
        | 'message_not_sendable'
        | 'insufficient_role'
        | 'request_not_trusted'
        | 'link_expired'
        | 'not_found'
        | 'method_not_allowed'
        | 'unsupported_version'
        | 'unsupported_media_type'
        | 'body_too_large'
        | 'headers_too_large'
        | 'request_timeout'
        | 'quote_expired'
        | 'quote_not_found'
        | 'quote_already_used'
        | 'location_not_found'
        | 'address_not_found'
        | 'outside_service_area'
        | 'route_too_long'
        | 'window_in_past'
        | 'window_too_far'
        | 'arrival_window_not_found'
        | 'addon_unavailable'
        | 'product_unavailable'
        | 'sandbox_only'
        | 'too_many_stops'
        | 'too_few_stops'
        | 'stop_already_started'
        | 'booking_not_editable'
        | 'booking_not_cancellable'
        | 'booking_already_cancelled'
        | 'endpoint_disabled'
        | 'endpoint_held'
        | 'person_has_live_bookings'
        | 'event_forgotten'
        | 'recovery_running'
        | 'idempotency_key_reused'
        | 'idempotency_key_in_use'
        | 'crews_busy'
        | 'crew_unavailable'
        | 'offer_closed'
        | 'service_unavailable'
        | 'rate_limit_exceeded'
        | 'temporarily_blocked'
        | 'internal_error'
        | 'invalid_request'
        | 'invalid_client'
        | 'invalid_grant'
        | 'unauthorized_client'
        | 'unsupported_grant_type'
        | 'invalid_scope'
        | 'unsupported_response_type'
        | 'access_denied'
        | null;
      /**
       * Format: uri
       * @description Explains the code and what to do.
       */
      readonly doc_url?: string;
      /** @description On rate-limit errors only. */
      readonly http_status?: number;
      /** @description RFC 6749's word for the error. */
      readonly error: string;
      /** @description The same as `message`. */
      readonly error_description: string;
    };
    /** @description `[longitude, latitude]` in decimal degrees. */
    readonly Coordinates: readonly [number, number];
    /** @description Parts that are not known are left out. */
    readonly Address: {
      /** @description House number. */
      readonly number?: string;
      /** @description Street name. */
      readonly street?: string;
      /** @description Second line. */
      readonly street2?: string | null;
      /** @description City or town. */
      readonly locality: string;
      /** @description State, by its two letters. */
      readonly region: string;
      /** @description ZIP code. */
      readonly postal_code?: string;
    };
    /** @description A place of the account. */
    readonly Location: {
      /**
       * Format: uuid
       * @description Can be used in place of an address from now on.
       */
      readonly id: string;
      /** @description The address line or the name of the place. */
      readonly name: string;
      /** @description Unit, apartment or suite that the address named. */
      readonly address2: string | null;
      readonly coordinates: components['schemas']['Coordinates'];
      readonly address: components['schemas']['Address'];
      /** @description What the coordinates stand for: street_address, premise, subpremise, route, intersection, establishment, point_of_interest, postal_code, locality or coordinates. The set may grow. */
      readonly location_type: string;
    };
    /** @description A place: the id of a location of this account, coordinates, or an address. */
    readonly LocationParam: string | readonly [number, number];
    /** @description A stop of a route. */
    readonly StopInput: {
      readonly location: components['schemas']['LocationParam'];
      /** @description For the crew. */
      readonly instructions?: string | null;
      /** @description Apartment or suite. */
      readonly address2?: string | null;
      /** @description Which floor. */
      readonly floor?: number | null;
      /** @description Whether there is an elevator. */
      readonly elevator?: boolean | null;
    };
    /** @description A stop of a route. */
    readonly RouteStop: {
      /**
       * Format: uuid
       * @description Stays with the stop when the route is changed.
       */
      readonly id: string;
      /** @description 0 is the origin, the last is the destination. */
      readonly position: number;
      readonly location: components['schemas']['Location'];
      /** @description For the crew. */
      readonly instructions: string | null;
      /** @description Apartment or suite of the stop. */
      readonly address2: string | null;
      /** @description Which floor. */
      readonly floor: number | null;
      /** @description Whether there is an elevator. */
      readonly elevator: boolean | null;
    };
    /**
     * @description lite: one crew member in a pickup truck; pickup: two in a pickup truck; van: two in a cargo van; xl: two in a sprinter van; box: two in a box truck.
     * @enum {string}
     */
    readonly Product: 'lite' | 'pickup' | 'van' | 'xl' | 'box';
    /** @description What a job costs, exactly additive. */
    readonly Fare: {
      /** @description base + labor + travel_distance + travel_duration + stops + adjustments, in cents. */
      readonly total: number;
      /** @description Base price, in cents. */
      readonly base: number;
      /** @description Loading and unloading, in cents. */
      readonly labor: number;
      /** @description Miles beyond those the base includes, in cents. */
      readonly travel_distance: number;
      /** @description Those miles. */
      readonly billed_miles: number;
      /** @description Time on the road, in cents. */
      readonly travel_duration: number;
      /** @description Stops beyond origin and destination, in cents. */
      readonly stops: number;
      /** @description Tips, add-ons, refunds and the like. */
      readonly adjustments: readonly {
        /** @description tip, addon, refund, credit, discount, surcharge, wait_time or toll; the set may grow. */
        readonly kind: string;
        /** @description For people. */
        readonly name: string;
        /** @description Signed, in cents. */
        readonly amount: number;
        /**
         * Format: date-time
         * @description When it was made.
         */
        readonly created_at: string;
      }[];
    };
    /** @description What a route would cost. A quote never changes; it is used up by the booking made from it. */
    readonly Quote: {
      /**
       * Format: uuid
       * @description Send it as `quote_id` to book.
       */
      readonly id: string;
      readonly origin: components['schemas']['Location'];
      readonly destination: components['schemas']['Location'];
      /** @description All stops in order. */
      readonly route: readonly components['schemas']['RouteStop'][];
      /** @description Minutes on the road. */
      readonly travel_duration: number;
      /** @description Miles on the road. */
      readonly travel_distance: number;
      readonly product: components['schemas']['Product'];
      /** @description The rates behind the estimate. */
      readonly fare_structure: {
        /** @description Cents per job. */
        readonly base: number;
        /** @description Cents per mile beyond those included. */
        readonly per_mile: number;
        /** @description Miles that the base pays for. */
        readonly included_miles: number;
        /** @description Cents per minute of loading and unloading. */
        readonly per_minute_labor: number;
        /** @description Cents per minute on the road. */
        readonly per_minute_travel: number;
        /** @description Cents per stop beyond origin and destination. */
        readonly per_stop: number;
      };
      /** @description One fare where the price is fixed; `[low, high]` where labour is billed as worked. */
      readonly fare_estimate: readonly components['schemas']['Fare'][];
      /** @description Add-ons that were ordered; their amounts are in the estimate. */
      readonly addons: readonly {
        /** @description Its name in requests. */
        readonly slug: string;
        /** @description For people. */
        readonly name: string;
        /** @description What is done. */
        readonly description: string;
        /** @description Cents. */
        readonly amount: number;
      }[];
      /**
       * Format: date-time
       * @description When the quote was made.
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description A quote never changes.
       */
      readonly updated_at: string;
      /**
       * Format: date-time
       * @description Until when the quote can be booked.
       */
      readonly expires_at: string;
    };
    /** @description A route, as `stops` or as the deprecated `origin` and `destination`, and a product. */
    readonly QuoteInput: {
      /** @description All stops in order; the first is the origin, the last the destination. */
      readonly stops?: readonly components['schemas']['StopInput'][];
      readonly origin?: components['schemas']['LocationParam'];
      readonly destination?: components['schemas']['LocationParam'];
      readonly product: components['schemas']['Product'];
      /** @description Slugs of add-ons: the whole set. */
      readonly addons?: readonly string[];
    };
    /** @description A route, and what is to be moved along it. */
    readonly BatchQuoteInput: {
      /** @description All stops in order; the first is the origin, the last the destination. */
      readonly stops?: readonly components['schemas']['StopInput'][];
      readonly origin?: components['schemas']['LocationParam'];
      readonly destination?: components['schemas']['LocationParam'];
      /** @description What is to be moved; a vehicle that holds it is recommended. */
      readonly items?: readonly {
        /** @description Width, height, length in inches. */
        readonly dimensions: readonly [number, number, number];
        /** @description Pounds. */
        readonly weight: number;
      }[];
    };
    /** @description Quotes for every product on one route. */
    readonly BatchQuote: {
      /** @description One for each product that is available, smallest first. */
      readonly data: readonly components['schemas']['Quote'][];
      /**
       * Format: uuid
       * @description The quote of the smallest vehicle that holds the items.
       */
      readonly recommended: string | null;
    };
    /** @description When a crew may arrive. */
    readonly ArrivalWindow: {
      /**
       * Format: uuid
       * @description The same from call to call.
       */
      readonly id: string;
      /** @description Whether the window can be booked. */
      readonly available: boolean;
      /** @description As soon as possible, instead of at a set time. */
      readonly ondemand: boolean;
      /**
       * Format: date-time
       * @description null for on-demand.
       */
      readonly start_at?: string | null;
      /**
       * Format: date-time
       * @description null for on-demand.
       */
      readonly end_at?: string | null;
      /** @description In local time, for people. */
      readonly label?: string | null;
    };
    /** @description Either `quote_id`, or `product`, `origin` and `destination`. */
    readonly ScheduleInput: {
      /**
       * Format: uuid
       * @description A quote of this account that has not expired.
       */
      readonly quote_id?: string;
      readonly product?: components['schemas']['Product'];
      readonly origin?: components['schemas']['LocationParam'];
      readonly destination?: components['schemas']['LocationParam'];
      /**
       * @description Whether windows are for the arrival at the pickup or at the dropoff. Default: origin.
       * @enum {string}
       */
      readonly ref?: 'origin' | 'destination';
    };
    /** @description The arrival windows of a product on a route. */
    readonly Schedule: {
      /** @description On-demand first, then in order of time. Windows that are full stay in the list. */
      readonly data: readonly components['schemas']['ArrivalWindow'][];
      readonly product: components['schemas']['Product'];
      /**
       * @description Which end of the route the windows are for.
       * @enum {string}
       */
      readonly ref: 'origin' | 'destination';
      /** @description In which the labels are written. */
      readonly time_zone: string;
    };
    /**
     * @description created: not yet dispatched; dispatched: assigned to a crew; cancelled; completed: successfully carried out.
     * @enum {string}
     */
    readonly BookingState: 'created' | 'dispatched' | 'cancelled' | 'completed';
    /** @description Whom the booking is for; with an email or a phone number. Organizations only. */
    readonly Customer: {
      /** @description Their name. */
      readonly name?: string;
      /**
       * Format: email
       * @description Where to write.
       */
      readonly email?: string;
      /**
       * Format: e164
       * @description E.164, e.g. +14155552671.
       */
      readonly phone_number?: string;
    };
    /** @description Somebody to notify. */
    readonly ContactInput: {
      /**
       * Format: e164
       * @description E.164, e.g. +14155552671.
       */
      readonly phone_number: string;
      /** @description Their name. */
      readonly name?: string;
      /**
       * Format: email
       * @description Where to write.
       */
      readonly email?: string;
      /** @description Which stops they hear about; none means all. */
      readonly stop_positions?: readonly number[];
    };
    /** @description Somebody who is notified. */
    readonly Contact: {
      /**
       * Format: uuid
       * @description Stays the same while they are a contact.
       */
      readonly id: string;
      /** @description Their name. */
      readonly name: string | null;
      /** @description E.164. */
      readonly phone_number: string;
      /** @description Where to write. */
      readonly email: string | null;
      /**
       * @description Every stop, or only those listed.
       * @enum {string}
       */
      readonly notification_scope: 'all' | 'selected';
      /** @description Empty when the scope is all. */
      readonly stop_positions: readonly number[];
      /** @description Empty when the scope is all. */
      readonly stops: readonly {
        /**
         * Format: uuid
         * @description The stop.
         */
        readonly id: string;
        /** @description Where it is now. */
        readonly position: number;
      }[];
    };
    /** @description The crew of a booking. */
    readonly Crew: {
      /**
       * Format: date-time
       * @description Expected arrival at the next stop.
       */
      readonly eta: string | null;
      /** @description Where the crew is, `[longitude, latitude]`. */
      readonly location: readonly [number, number] | null;
      /** @description Reaches the crew for this booking only. */
      readonly phone_number: string | null;
      /**
       * @description What they drive.
       * @enum {string}
       */
      readonly vehicle_type:
        | 'pickup_truck'
        | 'van'
        | 'sprinter_van'
        | 'box_truck_14ft'
        | 'box_truck_16ft'
        | 'box_truck_18ft'
        | 'box_truck_24ft';
      /** @description Average, 0 to 5. */
      readonly rating: number;
      /** @description Who comes. */
      readonly members: readonly {
        /** @description First name. */
        readonly first_name: string;
        /**
         * Format: uri
         * @description A picture.
         */
        readonly avatar_url: string;
      }[];
    };
    /** @description How far the crew is. */
    readonly Dispatch: {
      /** @description pending, driving, at or done, for the stop at `route_position`. */
      readonly state: string;
      /** @description The stop it is about. */
      readonly route_position: number;
      /**
       * Format: uuid
       * @description Its id.
       */
      readonly route_stop_id: string | null;
      /** @description Every step so far. */
      readonly events: readonly {
        /** @description pending, driving, at or done, for the stop at `route_position`. */
        readonly state: string;
        /** @description The stop it is about. */
        readonly route_position: number;
        /**
         * Format: uuid
         * @description Its id.
         */
        readonly route_stop_id: string | null;
        /**
         * Format: date-time
         * @description When it happened.
         */
        readonly triggered_at: string;
        /** @description Proof photos, on done. */
        readonly photo_urls: readonly string[];
        /** @description On done: done or skipped. */
        readonly outcome?: string;
        /** @description Why a stop was skipped. */
        readonly reason?: string;
      }[];
    };
    /** @description A job that was ordered. */
    readonly Booking: {
      /**
       * Format: uuid
       * @description The id of the booking.
       */
      readonly id: string;
      /** @description Confirmation code. */
      readonly hid: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When it last changed.
       */
      readonly updated_at: string;
      readonly product: components['schemas']['Product'];
      readonly origin: components['schemas']['Location'];
      readonly destination: components['schemas']['Location'];
      /** @description All stops in order, origin through destination. */
      readonly route: readonly components['schemas']['RouteStop'][];
      readonly arrival_window: components['schemas']['ArrivalWindow'];
      /** @description origin or destination. */
      readonly arrival_window_ref: string | null;
      /** @description For people. */
      readonly description: string | null;
      /** @description The partner's reference. */
      readonly order_number: string | null;
      /** @description Cents; part of the final fare. */
      readonly tip: number;
      /** @description Whether people are notified automatically. */
      readonly customer_notifications_enabled: boolean;
      /** @description The partner's photos. */
      readonly photo_urls: readonly string[];
      readonly state: components['schemas']['BookingState'];
      /** @description Legacy; prefer `dispatch`. */
      readonly dispatch_state: string;
      /**
       * Format: uri
       * @description Tracking link to share with the customer: a page that shows the delivery while it happens.
       */
      readonly share_url: string;
      /** @description Whom the booking is for. */
      readonly customer: components['schemas']['Customer'] | null;
      /** @description Who is notified. */
      readonly contacts: readonly components['schemas']['Contact'][];
      /** @description Who comes; null until somebody does. */
      readonly crew: components['schemas']['Crew'] | null;
      /** @description How far the crew is; null before any dispatch. */
      readonly dispatch: components['schemas']['Dispatch'] | null;
      /** @description Dispatches whose crew was lost before the first stop was done. */
      readonly previous_dispatches: readonly {
        /** @description pending, driving, at or done, for the stop at `route_position`. */
        readonly state: string;
        /** @description The stop it is about. */
        readonly route_position: number;
        /**
         * Format: uuid
         * @description Its id.
         */
        readonly route_stop_id: string | null;
        /** @description Every step so far. */
        readonly events: readonly {
          /** @description pending, driving, at or done, for the stop at `route_position`. */
          readonly state: string;
          /** @description The stop it is about. */
          readonly route_position: number;
          /**
           * Format: uuid
           * @description Its id.
           */
          readonly route_stop_id: string | null;
          /**
           * Format: date-time
           * @description When it happened.
           */
          readonly triggered_at: string;
          /** @description Proof photos, on done. */
          readonly photo_urls: readonly string[];
          /** @description On done: done or skipped. */
          readonly outcome?: string;
          /** @description Why a stop was skipped. */
          readonly reason?: string;
        }[];
        /**
         * Format: date-time
         * @description When the crew was lost.
         */
        readonly ended_at: string;
        /** @description Why. */
        readonly reason: string | null;
      }[];
      /** @description The price as it stands. */
      readonly quote: components['schemas']['Quote'] | null;
      /** @description What was charged; null until the job is done. */
      readonly fare: components['schemas']['Fare'] | null;
      /** @description The partner's own data. */
      readonly metadata: {
        readonly [key: string]: unknown;
      } | null;
      /** @description Set once the booking is cancelled. */
      readonly cancellation: {
        /** @description partner, operator, provider or system. */
        readonly by: string;
        /** @description Why. */
        readonly reason: string | null;
        /** @description Cents. */
        readonly fee: number;
        /**
         * Format: date-time
         * @description When.
         */
        readonly at: string;
      } | null;
    };
    /** @description A page of bookings. */
    readonly BookingList: {
      /** @description Newest first. */
      readonly data: readonly components['schemas']['Booking'][];
      /** @description The address of the next page; null on the last. */
      readonly next: string | null;
      /** @description The address of the previous page; null on the first. */
      readonly previous: string | null;
    };
    /** @description What cancelling would mean. */
    readonly CancellationPreview: {
      /** @description Whether a partner can cancel the booking now. */
      readonly cancellable: boolean;
      /** @description What it would cost now, in cents. */
      readonly fee: number;
      /**
       * Format: date-time
       * @description When time alone changes the fee; null if it does not.
       */
      readonly fee_holds_until: string | null;
      /** @description Why it cannot be cancelled. */
      readonly code: string | null;
    };
    /** @description A quote, or a route and a product; and when to come. */
    readonly BookingInput: {
      /**
       * Format: uuid
       * @description Books the route, product and add-ons of a quote.
       */
      readonly quote_id?: string;
      /** @description All stops in order; the first is the origin, the last the destination. */
      readonly stops?: readonly components['schemas']['StopInput'][];
      readonly origin?: components['schemas']['LocationParam'];
      readonly destination?: components['schemas']['LocationParam'];
      readonly product?: components['schemas']['Product'];
      /**
       * Format: uuid
       * @description From the schedule; not together with `arrival_window_from`.
       */
      readonly arrival_window_id?: string;
      /**
       * Format: date-time
       * @description A start of your own choosing, in the future.
       */
      readonly arrival_window_from?: string;
      /**
       * Format: date-time
       * @description Its end; omitted: as long as windows are here.
       */
      readonly arrival_window_to?: string;
      /**
       * @description Which end the window is for. Default: origin.
       * @enum {string}
       */
      readonly arrival_window_ref?: 'origin' | 'destination';
      /** @description Slugs: the whole set; `[]` clears it. */
      readonly addons?: readonly string[];
      /** @description For people. */
      readonly description?: string;
      readonly customer?: components['schemas']['Customer'];
      /** @description Exactly these are notified, also if the list is empty. Omitted on creation: the customer is. */
      readonly contacts?: readonly components['schemas']['ContactInput'][];
      /** @description Photos of what is to be moved. */
      readonly photo_urls?: readonly string[];
      /** @description Your own data: 50 keys, 16 KB. */
      readonly metadata?: {
        readonly [key: string]: unknown;
      };
      /** @description Your reference. */
      readonly order_number?: string;
      /** @description Default: true. */
      readonly customer_notifications_enabled?: boolean;
      /** @description Cents: 0, or at least 100. */
      readonly tip?: number;
      /** @description Sandbox only; never shown again. */
      readonly test_specifications?: {
        /**
         * @description `auto`: the sandbox plays the whole job at once, whatever its window: a crew is assigned, drives to every stop and completes it with a photo, and the fare is settled. Each step is told as for any booking.
         * @enum {string}
         */
        readonly mode: 'auto';
      };
    };
    /** @description What is left out stays as it is. */
    readonly BookingUpdate: {
      readonly origin?: components['schemas']['LocationParam'];
      readonly destination?: components['schemas']['LocationParam'];
      /**
       * Format: uuid
       * @description From the schedule; not together with `arrival_window_from`.
       */
      readonly arrival_window_id?: string;
      /**
       * Format: date-time
       * @description A start of your own choosing, in the future.
       */
      readonly arrival_window_from?: string;
      /**
       * Format: date-time
       * @description Its end; omitted: as long as windows are here.
       */
      readonly arrival_window_to?: string;
      /** @description Slugs: the whole set; `[]` clears it. */
      readonly addons?: readonly string[];
      /** @description null clears it. */
      readonly description?: string | null;
      /** @description Replaces the customer; null clears it. */
      readonly customer?: components['schemas']['Customer'] | null;
      /** @description Exactly these are notified, also if the list is empty. Omitted on creation: the customer is. */
      readonly contacts?: readonly components['schemas']['ContactInput'][];
      /** @description Photos of what is to be moved. */
      readonly photo_urls?: readonly string[];
      /** @description Your own data: 50 keys, 16 KB. */
      readonly metadata?: {
        readonly [key: string]: unknown;
      };
      /** @description null clears it. */
      readonly order_number?: string | null;
    };
    /** @description Why, if you like. */
    readonly CancelInput: {
      /**
       * @description vehicle, long_eta, im_not_ready or other.
       * @enum {string}
       */
      readonly cancel_reason?: 'vehicle' | 'long_eta' | 'im_not_ready' | 'other';
    };
    /** @description A stop to add. */
    readonly NewStop: {
      readonly location: components['schemas']['LocationParam'];
      /** @description Where to put it; omitted: just before the destination. */
      readonly position?: number;
      /** @description For the crew. */
      readonly instructions?: string | null;
      /** @description Apartment or suite. */
      readonly address2?: string | null;
      /** @description Which floor. */
      readonly floor?: number | null;
      /** @description Whether there is an elevator. */
      readonly elevator?: boolean | null;
    };
    /** @description What the crew finds at the door. */
    readonly StopUpdate: {
      /** @description For the crew. */
      readonly instructions?: string | null;
      /** @description Apartment or suite. */
      readonly address2?: string | null;
      /** @description Which floor. */
      readonly floor?: number | null;
      /** @description Whether there is an elevator. */
      readonly elevator?: boolean | null;
    };
    /** @description Moves one stop. */
    readonly Reorder: {
      /** @description Where the stop is. */
      readonly from_position: number;
      /** @description Where it should be. */
      readonly to_position: number;
    };
    /** @description An address of yours that is told of events. */
    readonly WebhookEndpoint: {
      /**
       * Format: uuid
       * @description Stays the same for the life of the endpoint.
       */
      readonly id: string;
      /**
       * Format: uri
       * @description Where events are sent by POST: https, and a public address.
       */
      readonly url: string;
      /** @description For people; null and empty text say nothing. */
      readonly description: string | null;
      /** @description The types of event to send, each once. null: every type, also future ones, but `crew.location_updated`, which must be asked for by name. */
      readonly events:
        | readonly (
            | 'booking.created'
            | 'booking.updated'
            | 'booking.dispatched'
            | 'booking.crew_changed'
            | 'booking.stop.departed'
            | 'booking.stop.arrived'
            | 'booking.stop.completed'
            | 'booking.stop.failed'
            | 'booking.completed'
            | 'booking.cancelled'
            | 'booking.fare_updated'
            | 'crew.location_updated'
            | 'webhook_endpoint.failing'
            | 'webhook_endpoint.disabled'
          )[]
        | null;
      /** @description Nothing is sent to a disabled endpoint. */
      readonly disabled: boolean;
      /**
       * @description `manual`: by you or by an operator; `failing`: by us, after days without a success; `gone`: it answered 410. null: it is enabled.
       * @enum {string|null}
       */
      readonly disabled_reason: 'manual' | 'failing' | 'gone' | null;
      /**
       * Format: date-time
       * @description When it was registered.
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      readonly updated_at: string;
    };
    /** @description A webhook endpoint just registered, with its signing secret. */
    readonly NewWebhookEndpoint: {
      /**
       * Format: uuid
       * @description Stays the same for the life of the endpoint.
       */
      readonly id: string;
      /**
       * Format: uri
       * @description Where events are sent by POST: https, and a public address.
       */
      readonly url: string;
      /** @description For people; null and empty text say nothing. */
      readonly description: string | null;
      /** @description The types of event to send, each once. null: every type, also future ones, but `crew.location_updated`, which must be asked for by name. */
      readonly events:
        | readonly (
            | 'booking.created'
            | 'booking.updated'
            | 'booking.dispatched'
            | 'booking.crew_changed'
            | 'booking.stop.departed'
            | 'booking.stop.arrived'
            | 'booking.stop.completed'
            | 'booking.stop.failed'
            | 'booking.completed'
            | 'booking.cancelled'
            | 'booking.fare_updated'
            | 'crew.location_updated'
            | 'webhook_endpoint.failing'
            | 'webhook_endpoint.disabled'
          )[]
        | null;
      /** @description Nothing is sent to a disabled endpoint. */
      readonly disabled: boolean;
      /**
       * @description `manual`: by you or by an operator; `failing`: by us, after days without a success; `gone`: it answered 410. null: it is enabled.
       * @enum {string|null}
       */
      readonly disabled_reason: 'manual' | 'failing' | 'gone' | null;
      /**
       * Format: date-time
       * @description When it was registered.
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When it was last changed.
       */
      readonly updated_at: string;
      /** @description What deliveries are signed with. Keep it: it is shown here and in the portal, and nowhere else. */
      readonly secret: string;
    };
    /** @description Where to send which events. */
    readonly WebhookEndpointInput: {
      /**
       * Format: uri
       * @description Where events are sent by POST: https, and a public address.
       */
      readonly url: string;
      /** @description The types of event to send, each once. null: every type, also future ones, but `crew.location_updated`, which must be asked for by name. */
      readonly events?:
        | readonly (
            | 'booking.created'
            | 'booking.updated'
            | 'booking.dispatched'
            | 'booking.crew_changed'
            | 'booking.stop.departed'
            | 'booking.stop.arrived'
            | 'booking.stop.completed'
            | 'booking.stop.failed'
            | 'booking.completed'
            | 'booking.cancelled'
            | 'booking.fare_updated'
            | 'crew.location_updated'
            | 'webhook_endpoint.failing'
            | 'webhook_endpoint.disabled'
          )[]
        | null;
      /** @description For people; null and empty text say nothing. */
      readonly description?: string | null;
    };
    /** @description Fields that are left out stay as they are; `url` is always sent. */
    readonly WebhookEndpointUpdate: {
      /**
       * Format: uri
       * @description Where events are sent by POST: https, and a public address.
       */
      readonly url: string;
      /** @description The types of event to send, each once. null: every type, also future ones, but `crew.location_updated`, which must be asked for by name. */
      readonly events?:
        | readonly (
            | 'booking.created'
            | 'booking.updated'
            | 'booking.dispatched'
            | 'booking.crew_changed'
            | 'booking.stop.departed'
            | 'booking.stop.arrived'
            | 'booking.stop.completed'
            | 'booking.stop.failed'
            | 'booking.completed'
            | 'booking.cancelled'
            | 'booking.fare_updated'
            | 'crew.location_updated'
            | 'webhook_endpoint.failing'
            | 'webhook_endpoint.disabled'
          )[]
        | null;
      /** @description For people; null and empty text say nothing. */
      readonly description?: string | null;
      /** @description true: nothing is sent any more, and what was still to be sent is discarded. false: events from now on are sent. */
      readonly disabled?: boolean;
    };
    /** @description A way into the portal. */
    readonly PortalLink: {
      /**
       * Format: uri
       * @description Opens the portal once, within ten minutes. Treat it like a password.
       */
      readonly portal_url: string;
    };
    /** @description The account that the access token acts for. */
    readonly Account: {
      /**
       * Format: uuid
       * @description Stays the same for the life of the account.
       */
      readonly id: string;
      /**
       * @description Partners are organizations; a person who signed in has a personal account.
       * @enum {string}
       */
      readonly kind: 'organization' | 'personal';
      /** @description What the account is called. */
      readonly name: string;
      /**
       * Format: email
       * @description Where operational mail goes, e.g. about failing webhook endpoints; null for none.
       */
      readonly contact_email: string | null;
      /**
       * @description Where this account lives.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /** @description The client whose token was used. */
      readonly client_id: string;
      /** @description What the token may do, separated by spaces. */
      readonly scope: string;
      /**
       * Format: date-time
       * @description When the account was created.
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the account was last changed.
       */
      readonly updated_at: string;
    };
    /** @description Fields that are left out stay as they are; null clears the contact address. */
    readonly AccountUpdate: {
      /** @description What the account is called. */
      readonly name?: string;
      /**
       * Format: email
       * @description Where operational mail goes, e.g. about failing webhook endpoints; null for none.
       */
      readonly contact_email?: string | null;
    };
    /** @description What happened; `type` says which fields `data` has. */
    readonly Event:
      | components['schemas']['BookingCreatedEvent']
      | components['schemas']['BookingUpdatedEvent']
      | components['schemas']['BookingDispatchedEvent']
      | components['schemas']['BookingCrewChangedEvent']
      | components['schemas']['BookingStopDepartedEvent']
      | components['schemas']['BookingStopArrivedEvent']
      | components['schemas']['BookingStopCompletedEvent']
      | components['schemas']['BookingStopFailedEvent']
      | components['schemas']['BookingCompletedEvent']
      | components['schemas']['BookingCancelledEvent']
      | components['schemas']['BookingFareUpdatedEvent']
      | components['schemas']['CrewLocationUpdatedEvent']
      | components['schemas']['WebhookEndpointFailingEvent']
      | components['schemas']['WebhookEndpointDisabledEvent']
      | components['schemas']['WebhookTestEvent'];
    /** @description A page of events. */
    readonly EventList: {
      /** @description Oldest first. */
      readonly data: readonly components['schemas']['Event'][];
      /** @description The address of the next page; null on the last. */
      readonly next: string | null;
      /** @description The address of the previous page; null on the first. */
      readonly previous: string | null;
      /** @description Where this page ends. Keep it, and send it as `after` later to read what happened since: never null, also on the last page. */
      readonly cursor: string;
    };
    /** @description Nothing to say. */
    readonly SandboxAdvanceInput: Record<string, never>;
    /** @description Why, if you like. */
    readonly SandboxLoseCrewInput: {
      /** @description Kept with the ended dispatch; by default `crew_lost`. */
      readonly reason?: string;
    };
    /** @description How late. */
    readonly SandboxDelayInput: {
      /** @description How much later the crew arrives. */
      readonly minutes: number;
    };
    /** @description What is wrong at the stop where the crew is. */
    readonly SandboxFailStopInput: {
      /** @description Why the crew cannot do its work. */
      readonly reason: string;
      /**
       * @description What the next step does about it: `retry` (by default), after which the stop is completed, or `skip`.
       * @enum {string}
       */
      readonly decision?: 'retry' | 'skip';
    };
    /** @description Why, if you like. */
    readonly SandboxCancelInput: {
      /** @description Shown in `cancellation.reason`; by default `provider_unavailable`. */
      readonly reason?: string;
    };
    /** @description Nothing to say. */
    readonly SandboxRefusePaymentInput: Record<string, never>;
    /** @description How the clock moves: by `seconds`, or `to` a moment. */
    readonly SandboxClockInput: {
      /** @description By how much; not together with `to`. */
      readonly seconds?: number;
      /**
       * Format: date-time
       * @description To which moment, not before the account’s own; not together with `seconds`.
       */
      readonly to?: string;
    };
    /** @description The clock of the account. It runs on; it does not stand still. */
    readonly SandboxClock: {
      /**
       * Format: date-time
       * @description The time of the account, when this was answered.
       */
      readonly now: string;
      /** @description How far it runs ahead of the world; 0: not at all. */
      readonly ahead_seconds: number;
    };
    /** @description Something that was billed or paid. Records are added and never changed. */
    readonly BillingRecord: {
      /**
       * Format: uuid
       * @description The id of the record.
       */
      readonly id: string;
      /**
       * @description What it is. New kinds may be added.
       * @enum {string}
       */
      readonly kind:
        | 'charge'
        | 'adjustment'
        | 'refund'
        | 'credit'
        | 'cancellation_fee'
        | 'payment'
        | 'payment_refund';
      /** @description By how much you owe more, in cents; negative where you owe less. */
      readonly amount: number;
      /** @description What the amount is made of. */
      readonly lines: readonly {
        /** @description base, labor, travel_distance, travel_duration, stops, a kind of adjustment, or the kind of the record. */
        readonly kind: string;
        /** @description For people. */
        readonly name: string;
        /** @description Cents. */
        readonly amount: number;
      }[];
      /**
       * Format: uuid
       * @description The booking; null for a payment of more than one.
       */
      readonly booking_id: string | null;
      /** @description Its confirmation code. */
      readonly booking_hid: string | null;
      /** @description Your reference, as it was then. */
      readonly order_number: string | null;
      /** @description What a payment is called by who made it. */
      readonly reference: string | null;
      /** @description The statement that it is on. */
      readonly month: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly occurred_at: string;
      /**
       * Format: date-time
       * @description When it counts from: when it happened, or when it became known if the month had closed by then.
       */
      readonly booked_at: string;
    };
    /** @description A page of billing records. */
    readonly BillingRecordList: {
      /** @description Newest first. */
      readonly data: readonly components['schemas']['BillingRecord'][];
      /** @description The address of the next page; null on the last. */
      readonly next: string | null;
      /** @description The address of the previous page; null on the first. */
      readonly previous: string | null;
    };
    /** @description What a month came to. */
    readonly Statement: {
      /** @description Year and month. */
      readonly month: string;
      /**
       * @description A final statement never changes again.
       * @enum {string}
       */
      readonly status: 'open' | 'final';
      /** @description Whose calendar makes the month. */
      readonly time_zone: string;
      /**
       * Format: date-time
       * @description The first moment of the month.
       */
      readonly from: string;
      /**
       * Format: date-time
       * @description The first moment after it.
       */
      readonly to: string;
      /** @description Always USD. */
      readonly currency: string;
      /** @description Whose statement it is. */
      readonly account: {
        /**
         * Format: uuid
         * @description Its id.
         */
        readonly id: string;
        /** @description Its name as it is now. */
        readonly name: string;
      };
      /** @description What you owed before. */
      readonly opening_balance: number;
      /** @description What you owe after; negative where you are owed. */
      readonly closing_balance: number;
      /** @description What was billed, by what it was for. */
      readonly totals: {
        /** @description Rides, add-ons, tolls, waiting and surcharges. */
        readonly fares: number;
        /** @description Tips, which go to the crews. */
        readonly tips: number;
        /** @description Negative. */
        readonly discounts: number;
        /** @description Negative. */
        readonly refunds: number;
        /** @description Negative. */
        readonly credits: number;
        /** @description Fees. */
        readonly cancellation_fees: number;
      };
      /** @description The sum of the totals. */
      readonly billed: number;
      /** @description What was paid less what was paid back. */
      readonly paid: number;
      /** @description Oldest first. */
      readonly records: readonly components['schemas']['BillingRecord'][];
      /**
       * Format: uri
       * @description The same for spreadsheets.
       */
      readonly csv_url: string;
      /**
       * Format: uri
       * @description The same on paper.
       */
      readonly pdf_url: string;
    };
    /** @description The months in which something was booked. */
    readonly StatementList: {
      /** @description Newest first. */
      readonly data: readonly {
        /** @description Year and month. */
        readonly month: string;
        /**
         * @description A final statement never changes again.
         * @enum {string}
         */
        readonly status: 'open' | 'final';
        /** @description How many records it has. */
        readonly records: number;
        /** @description What you owed before. */
        readonly opening_balance: number;
        /** @description What you owe after; negative where you are owed. */
        readonly closing_balance: number;
        /**
         * Format: uri
         * @description The statement.
         */
        readonly url: string;
      }[];
    };
    /** @description A call of yours, as it was written down. */
    readonly LoggedRequest: {
      /**
       * Format: uuid
       * @description The id of the entry.
       */
      readonly id: string;
      /** @description What its answer carried as `X-Request-Id`. */
      readonly request_id: string;
      /**
       * Format: date-time
       * @description When it came.
       */
      readonly at: string;
      /** @description The method. */
      readonly method: string;
      /** @description The pattern of the path; null: nothing is at that address. */
      readonly route: string | null;
      /** @description The path with its query; what may be personal is masked. */
      readonly path: string;
      /** @description What it was answered. */
      readonly status: number;
      /** @description How long that took, in milliseconds. */
      readonly duration_ms: number;
      /** @description The API client that made it. */
      readonly client_id: string;
      /** @description `code` of a refusal. */
      readonly error_code: string | null;
      /** @description `param` of a refusal. */
      readonly error_param: string | null;
      /** @description Whether an `Idempotency-Key` was answered from its stored answer. */
      readonly replayed: boolean;
      /**
       * Format: uuid
       * @description The booking it was about.
       */
      readonly booking_id: string | null;
    };
    /** @description A page of calls. */
    readonly LoggedRequestList: {
      /** @description Newest first. */
      readonly data: readonly components['schemas']['LoggedRequest'][];
      /** @description The address of the next page; null on the last. */
      readonly next: string | null;
      /** @description The address of the previous page; null on the first. */
      readonly previous: string | null;
    };
    /** @description A booking was made. */
    readonly BookingCreatedEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'booking.created';
      /** @description Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none. */
      readonly sequence: number;
      /** @description What it is about. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Fields of the booking that are not what they were before. */
        readonly changed: readonly string[];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description Something about the order changed: texts, contacts, the window, the route. `changed` names the fields. */
    readonly BookingUpdatedEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'booking.updated';
      /** @description Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none. */
      readonly sequence: number;
      /** @description What it is about. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Fields of the booking that are not what they were before. */
        readonly changed: readonly string[];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description A crew was assigned. */
    readonly BookingDispatchedEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'booking.dispatched';
      /** @description Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none. */
      readonly sequence: number;
      /** @description What it is about. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Fields of the booking that are not what they were before. */
        readonly changed: readonly string[];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description Another crew took over, or the crew was lost and the booking waits for a new one (`crew` is null). */
    readonly BookingCrewChangedEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'booking.crew_changed';
      /** @description Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none. */
      readonly sequence: number;
      /** @description What it is about. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Fields of the booking that are not what they were before. */
        readonly changed: readonly string[];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description The crew set out for the stop in `data.stop`. */
    readonly BookingStopDepartedEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'booking.stop.departed';
      /** @description Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none. */
      readonly sequence: number;
      /** @description What it is about. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        readonly stop: components['schemas']['RouteStop'];
        /** @description Fields of the booking that are not what they were before. */
        readonly changed: readonly string[];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description The crew is at the stop in `data.stop`. */
    readonly BookingStopArrivedEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'booking.stop.arrived';
      /** @description Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none. */
      readonly sequence: number;
      /** @description What it is about. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        readonly stop: components['schemas']['RouteStop'];
        /** @description Fields of the booking that are not what they were before. */
        readonly changed: readonly string[];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description The work at the stop in `data.stop` is done, or an operator let it go; the last of `booking.dispatch.events` about it says which, with photos. */
    readonly BookingStopCompletedEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'booking.stop.completed';
      /** @description Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none. */
      readonly sequence: number;
      /** @description What it is about. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        readonly stop: components['schemas']['RouteStop'];
        /** @description Fields of the booking that are not what they were before. */
        readonly changed: readonly string[];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description The crew could not do its work at the stop in `data.stop`. It waits there until the operator decides. */
    readonly BookingStopFailedEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'booking.stop.failed';
      /** @description Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none. */
      readonly sequence: number;
      /** @description What it is about. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        readonly stop: components['schemas']['RouteStop'];
        /** @description Fields of the booking that are not what they were before. */
        readonly changed: readonly string[];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description The last stop is done, and `fare` holds what is charged. Follows the `booking.stop.completed` of that stop. */
    readonly BookingCompletedEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'booking.completed';
      /** @description Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none. */
      readonly sequence: number;
      /** @description What it is about. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Fields of the booking that are not what they were before. */
        readonly changed: readonly string[];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description By you, by the operator, or because no crew was found or the payment was refused; `cancellation` says which. */
    readonly BookingCancelledEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'booking.cancelled';
      /** @description Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none. */
      readonly sequence: number;
      /** @description What it is about. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Fields of the booking that are not what they were before. */
        readonly changed: readonly string[];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description The fare of a completed booking was adjusted, for example by a refund. */
    readonly BookingFareUpdatedEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'booking.fare_updated';
      /** @description Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none. */
      readonly sequence: number;
      /** @description What it is about. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Fields of the booking that are not what they were before. */
        readonly changed: readonly string[];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description Where the crew is and when it will arrive, at most every 10 seconds (in simulations at every step). Sent only to endpoints that name this type. */
    readonly CrewLocationUpdatedEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'crew.location_updated';
      /** @description Counts up for each booking, over events of all types: what has a smaller one is older. Endpoints that do not get every type see gaps, the feed has none. */
      readonly sequence: number;
      /** @description What it is about. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Fields of the booking that are not what they were before. */
        readonly changed: readonly string[];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description Another endpoint of yours has had no success for a day or more. After five days it is disabled. */
    readonly WebhookEndpointFailingEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'webhook_endpoint.failing';
      /** @description Only events of bookings are numbered. */
      readonly sequence: null;
      /** @description What it is about. */
      readonly data: {
        readonly webhook_endpoint: components['schemas']['WebhookEndpoint'];
        /**
         * Format: date-time
         * @description The first failure since the last success.
         */
        readonly failing_since: string | null;
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description Another endpoint of yours was disabled: it failed for days, or answered 410. What it misses can be recovered. */
    readonly WebhookEndpointDisabledEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'webhook_endpoint.disabled';
      /** @description Only events of bookings are numbered. */
      readonly sequence: null;
      /** @description What it is about. */
      readonly data: {
        readonly webhook_endpoint: components['schemas']['WebhookEndpoint'];
        /**
         * Format: date-time
         * @description The first failure since the last success.
         */
        readonly failing_since: string | null;
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description Sent from the portal to try an endpoint, whatever types it asked for; no part of the feed. */
    readonly WebhookTestEvent: {
      /**
       * Format: uuid
       * @description The same wherever the event is met: here, as `webhook-id`, in the feed.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description When it happened.
       */
      readonly timestamp: string;
      /**
       * @description The version of the API that `data` is written in.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Where it happened.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description What happened.
       * @constant
       */
      readonly type: 'webhook.test';
      /** @description Only events of bookings are numbered. */
      readonly sequence: null;
      /** @description What it is about. */
      readonly data: {
        readonly webhook_endpoint: components['schemas']['WebhookEndpoint'];
      };
      /** @description true: sent from the portal to try an endpoint; nothing happened. */
      readonly test?: boolean;
    };
    /** @description What `bookings.list` may be asked. */
    readonly BookingsListQuery: {
      /** @description Cursor from `next`. */
      readonly after?: string;
      /** @description Cursor from `previous`; not together with `after`. */
      readonly before?: string;
      /** @description Default: 20. */
      readonly limit?: number;
      /** @description Only these states, comma-separated. */
      readonly state?: readonly ('created' | 'dispatched' | 'cancelled' | 'completed')[];
      /** @description Your reference. */
      readonly order_number?: string;
      /** @description Confirmation code. */
      readonly hid?: string;
      /**
       * Format: date-time
       * @description Made at or after.
       */
      readonly created_from?: string;
      /**
       * Format: date-time
       * @description Made before.
       */
      readonly created_to?: string;
      /**
       * Format: date-time
       * @description Window starts at or after.
       */
      readonly window_from?: string;
      /**
       * Format: date-time
       * @description Window starts before.
       */
      readonly window_to?: string;
    };
    /** @description What `events.list` may be asked. */
    readonly EventsListQuery: {
      /** @description Go on after this place: a `cursor`, or as `next` has it. */
      readonly after?: string;
      /** @description Cursor from `previous`; not together with `after`. */
      readonly before?: string;
      /** @description Default: 20. */
      readonly limit?: number;
      /** @description Only these types, comma-separated. */
      readonly type?: readonly (
        | 'booking.created'
        | 'booking.updated'
        | 'booking.dispatched'
        | 'booking.crew_changed'
        | 'booking.stop.departed'
        | 'booking.stop.arrived'
        | 'booking.stop.completed'
        | 'booking.stop.failed'
        | 'booking.completed'
        | 'booking.cancelled'
        | 'booking.fare_updated'
        | 'crew.location_updated'
        | 'webhook_endpoint.failing'
        | 'webhook_endpoint.disabled'
      )[];
      /**
       * Format: uuid
       * @description Only of this booking.
       */
      readonly booking_id?: string;
    };
    /** @description What `billing.listRecords` may be asked. */
    readonly BillingListRecordsQuery: {
      /** @description Cursor from `next`. */
      readonly after?: string;
      /** @description Cursor from `previous`; not together with `after`. */
      readonly before?: string;
      /** @description Default: 20. */
      readonly limit?: number;
      /**
       * Format: uuid
       * @description Of this booking only.
       */
      readonly booking_id?: string;
      /** @description Only these kinds, comma-separated. */
      readonly kind?: readonly (
        | 'charge'
        | 'adjustment'
        | 'refund'
        | 'credit'
        | 'cancellation_fee'
        | 'payment'
        | 'payment_refund'
      )[];
      /** @description On the statement of this month only. */
      readonly month?: string;
      /**
       * Format: date-time
       * @description Booked at or after.
       */
      readonly from?: string;
      /**
       * Format: date-time
       * @description Booked before.
       */
      readonly to?: string;
    };
    /** @description What `requests.list` may be asked. */
    readonly RequestsListQuery: {
      /** @description Cursor from `next`. */
      readonly after?: string;
      /** @description Cursor from `previous`; not together with `after`. */
      readonly before?: string;
      /** @description Default: 20. */
      readonly limit?: number;
      /** @description A status (`404`), a class (`4xx`), or `failed` for everything from 400 up. */
      readonly status?: string;
      /**
       * @description The method.
       * @enum {string}
       */
      readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
      /** @description A part of the path. */
      readonly path?: string;
      /** @description A request id, or the id of a booking. */
      readonly search?: string;
      /**
       * Format: date-time
       * @description Not before.
       */
      readonly from?: string;
      /**
       * Format: date-time
       * @description Before.
       */
      readonly to?: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}

export type ErrorBody = components['schemas']['Error'];
export type Health = components['schemas']['Health'];
export type Ready = components['schemas']['Ready'];
export type NotReady = components['schemas']['NotReady'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type Token = components['schemas']['Token'];
export type RevokeRequest = components['schemas']['RevokeRequest'];
export type Revoked = components['schemas']['Revoked'];
export type OAuthError = components['schemas']['OAuthError'];
export type Coordinates = components['schemas']['Coordinates'];
export type Address = components['schemas']['Address'];
export type Location = components['schemas']['Location'];
export type LocationParam = components['schemas']['LocationParam'];
export type StopInput = components['schemas']['StopInput'];
export type RouteStop = components['schemas']['RouteStop'];
export type Product = components['schemas']['Product'];
export type Fare = components['schemas']['Fare'];
export type Quote = components['schemas']['Quote'];
export type QuoteInput = components['schemas']['QuoteInput'];
export type BatchQuoteInput = components['schemas']['BatchQuoteInput'];
export type BatchQuote = components['schemas']['BatchQuote'];
export type ArrivalWindow = components['schemas']['ArrivalWindow'];
export type ScheduleInput = components['schemas']['ScheduleInput'];
export type Schedule = components['schemas']['Schedule'];
export type BookingState = components['schemas']['BookingState'];
export type Customer = components['schemas']['Customer'];
export type ContactInput = components['schemas']['ContactInput'];
export type Contact = components['schemas']['Contact'];
export type Crew = components['schemas']['Crew'];
export type Dispatch = components['schemas']['Dispatch'];
export type Booking = components['schemas']['Booking'];
export type BookingList = components['schemas']['BookingList'];
export type CancellationPreview = components['schemas']['CancellationPreview'];
export type BookingInput = components['schemas']['BookingInput'];
export type BookingUpdate = components['schemas']['BookingUpdate'];
export type CancelInput = components['schemas']['CancelInput'];
export type NewStop = components['schemas']['NewStop'];
export type StopUpdate = components['schemas']['StopUpdate'];
export type Reorder = components['schemas']['Reorder'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type NewWebhookEndpoint = components['schemas']['NewWebhookEndpoint'];
export type WebhookEndpointInput = components['schemas']['WebhookEndpointInput'];
export type WebhookEndpointUpdate = components['schemas']['WebhookEndpointUpdate'];
export type PortalLink = components['schemas']['PortalLink'];
export type Account = components['schemas']['Account'];
export type AccountUpdate = components['schemas']['AccountUpdate'];
export type WaybillEvent = components['schemas']['Event'];
export type EventList = components['schemas']['EventList'];
export type SandboxAdvanceInput = components['schemas']['SandboxAdvanceInput'];
export type SandboxLoseCrewInput = components['schemas']['SandboxLoseCrewInput'];
export type SandboxDelayInput = components['schemas']['SandboxDelayInput'];
export type SandboxFailStopInput = components['schemas']['SandboxFailStopInput'];
export type SandboxCancelInput = components['schemas']['SandboxCancelInput'];
export type SandboxRefusePaymentInput = components['schemas']['SandboxRefusePaymentInput'];
export type SandboxClockInput = components['schemas']['SandboxClockInput'];
export type SandboxClock = components['schemas']['SandboxClock'];
export type BillingRecord = components['schemas']['BillingRecord'];
export type BillingRecordList = components['schemas']['BillingRecordList'];
export type Statement = components['schemas']['Statement'];
export type StatementList = components['schemas']['StatementList'];
export type LoggedRequest = components['schemas']['LoggedRequest'];
export type LoggedRequestList = components['schemas']['LoggedRequestList'];
export type BookingCreatedEvent = components['schemas']['BookingCreatedEvent'];
export type BookingUpdatedEvent = components['schemas']['BookingUpdatedEvent'];
export type BookingDispatchedEvent = components['schemas']['BookingDispatchedEvent'];
export type BookingCrewChangedEvent = components['schemas']['BookingCrewChangedEvent'];
export type BookingStopDepartedEvent = components['schemas']['BookingStopDepartedEvent'];
export type BookingStopArrivedEvent = components['schemas']['BookingStopArrivedEvent'];
export type BookingStopCompletedEvent = components['schemas']['BookingStopCompletedEvent'];
export type BookingStopFailedEvent = components['schemas']['BookingStopFailedEvent'];
export type BookingCompletedEvent = components['schemas']['BookingCompletedEvent'];
export type BookingCancelledEvent = components['schemas']['BookingCancelledEvent'];
export type BookingFareUpdatedEvent = components['schemas']['BookingFareUpdatedEvent'];
export type CrewLocationUpdatedEvent = components['schemas']['CrewLocationUpdatedEvent'];
export type WebhookEndpointFailingEvent = components['schemas']['WebhookEndpointFailingEvent'];
export type WebhookEndpointDisabledEvent = components['schemas']['WebhookEndpointDisabledEvent'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export type BookingsListQuery = components['schemas']['BookingsListQuery'];
export type EventsListQuery = components['schemas']['EventsListQuery'];
export type BillingListRecordsQuery = components['schemas']['BillingListRecordsQuery'];
export type RequestsListQuery = components['schemas']['RequestsListQuery'];
