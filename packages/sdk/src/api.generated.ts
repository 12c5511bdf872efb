// Made by `npm run generate` from openapi/openapi.json. Do not edit.
// The types of everything that goes over the wire. Each schema has a name of its own at the end.

export interface components {
  schemas: {
    /** @description Body of every error response. All codes are listed under Errors in the introduction. */
    readonly Error: {
      /**
       * @description Category of the error.
       * @enum {string}
       */
      readonly type:
        | 'api_error'
        | 'validation_error'
        | 'authentication_error'
        | 'invalid_request_error'
        | 'rate_limit_error';
      /** @description What is wrong and how to fix it, for people. May change. */
      readonly message: string;
      /** @description Exact path of the parameter that caused the error. `null` if there is no single one. */
      readonly param: string | null;
      /**
       * @description Stable identifier for programs, documented at `doc_url`. New codes may be added.
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
       * @description Documentation of the code.
       */
      readonly doc_url?: string;
      /** @description HTTP status. Only on rate limit errors. */
      readonly http_status?: number;
    };
    /** @description The process is running. */
    readonly Health: {
      /**
       * @description Always `ok`.
       * @enum {string}
       */
      readonly status: 'ok';
    };
    /** @description The database, the migrations and the notification listener are ready. */
    readonly Ready: {
      /**
       * @description Always `ready`.
       * @enum {string}
       */
      readonly status: 'ready';
    };
    /** @description The process cannot serve requests at the moment. */
    readonly NotReady: {
      /**
       * @description Always `unavailable`.
       * @enum {string}
       */
      readonly status: 'unavailable';
      /** @description Components that are not ready: `database`, `listener`, `migrations` or `shutdown`. */
      readonly waiting_for: readonly string[];
    };
    /** @description One of the grants. Fields that do not belong to the grant are ignored. */
    readonly TokenRequest:
      | {
          /**
           * @description Grant type.
           * @constant
           */
          readonly grant_type: 'client_credentials';
          /** @description Public identifier of the API client. */
          readonly client_id: string;
          /** @description Secret of the API client. Can be sent by HTTP Basic instead. */
          readonly client_secret: string;
          /** @description Scopes separated by spaces. `public` is always added. Default: all scopes that the client may have. */
          readonly scope?: string;
        }
      | {
          /**
           * @description Grant type.
           * @constant
           */
          readonly grant_type: 'password';
          /** @description Public identifier of the API client. */
          readonly client_id: string;
          /** @description Secret of the API client. Can be sent by HTTP Basic instead. */
          readonly client_secret?: string;
          /** @description User name of the user. */
          readonly username: string;
          /** @description Password of the user. */
          readonly password: string;
          /** @description Scopes separated by spaces. `public` is always added. Default: all scopes that the client may have. */
          readonly scope?: string;
        }
      | {
          /**
           * @description Grant type.
           * @constant
           */
          readonly grant_type: 'authorization_code';
          /** @description Public identifier of the API client. */
          readonly client_id: string;
          /** @description Secret of the API client. Can be sent by HTTP Basic instead. */
          readonly client_secret: string;
          /** @description Code from the redirect of `/oauth/authorize`. Valid once. */
          readonly code: string;
          /**
           * Format: uri
           * @description The same value as sent to `/oauth/authorize`.
           */
          readonly redirect_uri: string;
          /** @description Required if a `code_challenge` was sent (PKCE, S256). */
          readonly code_verifier?: string;
        }
      | {
          /**
           * @description Grant type.
           * @constant
           */
          readonly grant_type: 'refresh_token';
          /** @description Public identifier of the API client. */
          readonly client_id: string;
          /** @description Secret of the API client. Can be sent by HTTP Basic instead. */
          readonly client_secret?: string;
          /** @description Refresh token from the previous response. Valid once. */
          readonly refresh_token: string;
          /** @description Scopes separated by spaces. `public` is always added. Default: all scopes that the client may have. */
          readonly scope?: string;
        };
    /** @description An access token. Reuse it until it is revoked; do not request a new one for every call. */
    readonly Token: {
      /** @description Send it as `Authorization: Bearer <token>`. */
      readonly access_token: string;
      /**
       * @description Type of the token.
       * @enum {string}
       */
      readonly token_type: 'Bearer';
      /** @description `null`: the token does not expire and is valid until it is revoked. */
      readonly expires_in?: number | null;
      /** @description Scopes of the token, separated by spaces. */
      readonly scope: string;
      /** @description Only for the `password`, `authorization_code` and `refresh_token` grants. */
      readonly refresh_token?: string;
      /** @description Time of issue as Unix time in seconds. */
      readonly created_at: number;
    };
    /** @description The token to revoke. Client credentials are required unless a Bearer token is sent. */
    readonly RevokeRequest: {
      /** @description Access or refresh token of the calling client. */
      readonly token: string;
      /** @description Public identifier of the API client. */
      readonly client_id?: string;
      /** @description Secret of the API client. Can be sent by HTTP Basic instead. */
      readonly client_secret?: string;
    };
    /** @description The token is revoked, or there was nothing to revoke. */
    readonly Revoked: Record<string, never>;
    /** @description Fields of the API's error format together with those of RFC 6749. */
    readonly OAuthError: {
      /**
       * @description Category of the error.
       * @enum {string}
       */
      readonly type:
        | 'api_error'
        | 'validation_error'
        | 'authentication_error'
        | 'invalid_request_error'
        | 'rate_limit_error';
      /** @description What is wrong and how to fix it, for people. May change. */
      readonly message: string;
      /** @description Exact path of the parameter that caused the error. `null` if there is no single one. */
      readonly param: string | null;
      /**
       * @description Stable identifier for programs, documented at `doc_url`. New codes may be added.
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
       * @description Documentation of the code.
       */
      readonly doc_url?: string;
      /** @description HTTP status. Only on rate limit errors. */
      readonly http_status?: number;
      /** @description Error code of RFC 6749. */
      readonly error: string;
      /** @description The same as `message`. */
      readonly error_description: string;
    };
    /** @description `[longitude, latitude]` in decimal degrees. */
    readonly Coordinates: readonly [number, number];
    /** @description A postal address. Unknown parts are omitted. */
    readonly Address: {
      /** @description House number. */
      readonly number?: string;
      /** @description Street name. */
      readonly street?: string;
      /** @description Second address line. */
      readonly street2?: string | null;
      /** @description City or town. */
      readonly locality: string;
      /** @description Two-letter state code. */
      readonly region: string;
      /** @description ZIP code. */
      readonly postal_code?: string;
    };
    /** @description A geocoded place of the account. */
    readonly Location: {
      /**
       * Format: uuid
       * @description Id of the location. Later requests can send it instead of an address.
       */
      readonly id: string;
      /** @description The address line or the name of the place. */
      readonly name: string;
      /** @description Unit, apartment or suite from the address. */
      readonly address2: string | null;
      readonly coordinates: components['schemas']['Coordinates'];
      readonly address: components['schemas']['Address'];
      /** @description What the coordinates represent: street_address, premise, subpremise, route, intersection, establishment, point_of_interest, postal_code, locality or coordinates. The set may grow. */
      readonly location_type: string;
    };
    /** @description A place: the id of a location of this account, coordinates, or an address in the United States. */
    readonly LocationParam: string | readonly [number, number];
    /** @description A stop of a route. */
    readonly StopInput: {
      readonly location: components['schemas']['LocationParam'];
      /** @description Instructions for the crew. */
      readonly instructions?: string | null;
      /** @description Apartment or suite. */
      readonly address2?: string | null;
      /** @description Floor number. */
      readonly floor?: number | null;
      /** @description Whether there is an elevator. */
      readonly elevator?: boolean | null;
    };
    /** @description A stop of a route. */
    readonly RouteStop: {
      /**
       * Format: uuid
       * @description Id of the stop; stable when the route changes.
       */
      readonly id: string;
      /** @description Position on the route: 0 is the origin, the last is the destination. */
      readonly position: number;
      readonly location: components['schemas']['Location'];
      /** @description Instructions for the crew. */
      readonly instructions: string | null;
      /** @description Apartment or suite of the stop. */
      readonly address2: string | null;
      /** @description Floor number. */
      readonly floor: number | null;
      /** @description Whether there is an elevator. */
      readonly elevator: boolean | null;
    };
    /**
     * @description lite: one crew member in a pickup truck; pickup: two in a pickup truck; van: two in a cargo van; xl: two in a sprinter van; box: two in a box truck.
     * @enum {string}
     */
    readonly Product: 'lite' | 'pickup' | 'van' | 'xl' | 'box';
    /** @description The price of a job. `total` is the exact sum of the other amounts. */
    readonly Fare: {
      /** @description base + labor + travel_distance + travel_duration + stops + adjustments, in cents. */
      readonly total: number;
      /** @description Base price, in cents. */
      readonly base: number;
      /** @description Loading and unloading, in cents. */
      readonly labor: number;
      /** @description Miles beyond the included ones, in cents. */
      readonly travel_distance: number;
      /** @description Miles beyond the included ones. */
      readonly billed_miles: number;
      /** @description Travel time, in cents. */
      readonly travel_duration: number;
      /** @description Stops beyond origin and destination, in cents. */
      readonly stops: number;
      /** @description Tips, add-ons, refunds and other adjustments. */
      readonly adjustments: readonly {
        /** @description tip, addon, refund, credit, discount, surcharge, wait_time or toll; the set may grow. */
        readonly kind: string;
        /** @description Display name. */
        readonly name: string;
        /** @description Signed amount in cents. */
        readonly amount: number;
        /**
         * Format: date-time
         * @description When the adjustment was made.
         */
        readonly created_at: string;
      }[];
    };
    /** @description The price of a route. A quote never changes and can be booked once. */
    readonly Quote: {
      /**
       * Format: uuid
       * @description Id of the quote. Send it as `quote_id` to book.
       */
      readonly id: string;
      readonly origin: components['schemas']['Location'];
      readonly destination: components['schemas']['Location'];
      /** @description All stops in order. */
      readonly route: readonly components['schemas']['RouteStop'][];
      /** @description Travel time in minutes. */
      readonly travel_duration: number;
      /** @description Travel distance in miles. */
      readonly travel_distance: number;
      readonly product: components['schemas']['Product'];
      /** @description The rates behind the estimate. */
      readonly fare_structure: {
        /** @description Base price in cents per job. */
        readonly base: number;
        /** @description Cents per mile beyond the included ones. */
        readonly per_mile: number;
        /** @description Miles that the base price includes. */
        readonly included_miles: number;
        /** @description Cents per minute of loading and unloading. */
        readonly per_minute_labor: number;
        /** @description Cents per minute of travel. */
        readonly per_minute_travel: number;
        /** @description Cents per stop beyond origin and destination. */
        readonly per_stop: number;
      };
      /** @description One fare if the price is fixed; `[low, high]` if labor is billed by time. */
      readonly fare_estimate: readonly components['schemas']['Fare'][];
      /** @description Ordered add-ons. The estimate includes their amounts. */
      readonly addons: readonly {
        /** @description Identifier of the add-on in requests. */
        readonly slug: string;
        /** @description Display name. */
        readonly name: string;
        /** @description What the add-on includes. */
        readonly description: string;
        /** @description Price in cents. */
        readonly amount: number;
      }[];
      /**
       * Format: date-time
       * @description When the quote was created.
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description Equals `created_at`: a quote never changes.
       */
      readonly updated_at: string;
      /**
       * Format: date-time
       * @description End of the time in which the quote can be booked.
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
      /** @description Slugs of the add-ons. */
      readonly addons?: readonly string[];
    };
    /** @description A route, and optionally the items to move. */
    readonly BatchQuoteInput: {
      /** @description All stops in order; the first is the origin, the last the destination. */
      readonly stops?: readonly components['schemas']['StopInput'][];
      readonly origin?: components['schemas']['LocationParam'];
      readonly destination?: components['schemas']['LocationParam'];
      /** @description The items to move. The smallest vehicle that holds them is recommended. */
      readonly items?: readonly {
        /** @description Width, height, length in inches. */
        readonly dimensions: readonly [number, number, number];
        /** @description Weight in pounds. */
        readonly weight: number;
      }[];
    };
    /** @description Quotes for every product on one route. */
    readonly BatchQuote: {
      /** @description One quote per available product, smallest vehicle first. */
      readonly data: readonly components['schemas']['Quote'][];
      /**
       * Format: uuid
       * @description Id of the quote for the smallest vehicle that holds the items.
       */
      readonly recommended: string | null;
    };
    /** @description A time span in which the crew may arrive. */
    readonly ArrivalWindow: {
      /**
       * Format: uuid
       * @description Stable id of the window.
       */
      readonly id: string;
      /** @description Whether the window can be booked. */
      readonly available: boolean;
      /** @description On demand: a crew comes as soon as possible. */
      readonly ondemand: boolean;
      /**
       * Format: date-time
       * @description Start of the window; null if on demand.
       */
      readonly start_at?: string | null;
      /**
       * Format: date-time
       * @description End of the window; null if on demand.
       */
      readonly end_at?: string | null;
      /** @description Display text in local time. */
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
       * @description Reference stop of the windows: arrival at the origin or at the destination. Default: origin.
       * @enum {string}
       */
      readonly ref?: 'origin' | 'destination';
    };
    /** @description The arrival windows of a product on a route. */
    readonly Schedule: {
      /** @description On-demand window first, then by time. Full windows are included, with `available: false`. */
      readonly data: readonly components['schemas']['ArrivalWindow'][];
      readonly product: components['schemas']['Product'];
      /**
       * @description Reference stop of the windows.
       * @enum {string}
       */
      readonly ref: 'origin' | 'destination';
      /** @description Time zone of the labels. */
      readonly time_zone: string;
    };
    /**
     * @description created: waits for a crew; dispatched: assigned to a crew; cancelled; completed: every stop is done.
     * @enum {string}
     */
    readonly BookingState: 'created' | 'dispatched' | 'cancelled' | 'completed';
    /** @description The person the booking is for. Needs an `email` or a `phone_number`. Organizations only. */
    readonly Customer: {
      /** @description Name of the customer. */
      readonly name?: string;
      /**
       * Format: email
       * @description E-mail address.
       */
      readonly email?: string;
      /**
       * Format: e164
       * @description Phone number in E.164 format, e.g. +14155552671.
       */
      readonly phone_number?: string;
    };
    /** @description A person to notify. */
    readonly ContactInput: {
      /**
       * Format: e164
       * @description Phone number in E.164 format, e.g. +14155552671.
       */
      readonly phone_number: string;
      /** @description Name of the contact. */
      readonly name?: string;
      /**
       * Format: email
       * @description E-mail address.
       */
      readonly email?: string;
      /** @description Positions of the stops to notify about. Empty or omitted: all stops. */
      readonly stop_positions?: readonly number[];
    };
    /** @description A person who is notified about the booking. */
    readonly Contact: {
      /**
       * Format: uuid
       * @description Stable id of the contact.
       */
      readonly id: string;
      /** @description Name of the contact. */
      readonly name: string | null;
      /** @description Phone number in E.164 format. */
      readonly phone_number: string;
      /** @description E-mail address. */
      readonly email: string | null;
      /**
       * @description `all`: every stop; `selected`: only the listed stops.
       * @enum {string}
       */
      readonly notification_scope: 'all' | 'selected';
      /** @description Empty if the scope is `all`. */
      readonly stop_positions: readonly number[];
      /** @description Empty if the scope is `all`. */
      readonly stops: readonly {
        /**
         * Format: uuid
         * @description Id of the stop.
         */
        readonly id: string;
        /** @description Current position of the stop. */
        readonly position: number;
      }[];
    };
    /** @description The crew of a booking. */
    readonly Crew: {
      /**
       * Format: date-time
       * @description Estimated time of arrival at the next stop.
       */
      readonly eta: string | null;
      /** @description Current position of the crew, `[longitude, latitude]`. */
      readonly location: readonly [number, number] | null;
      /** @description Masked number that connects to the crew, for this booking only. */
      readonly phone_number: string | null;
      /**
       * @description Type of the vehicle.
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
      /** @description Average rating, 0 to 5. */
      readonly rating: number;
      /** @description Crew members. */
      readonly members: readonly {
        /** @description First name. */
        readonly first_name: string;
        /**
         * Format: uri
         * @description URL of a picture.
         */
        readonly avatar_url: string;
      }[];
    };
    /** @description Progress of the crew along the route. */
    readonly Dispatch: {
      /** @description pending, driving, at or done, for the stop at `route_position`. */
      readonly state: string;
      /** @description Position of the stop. */
      readonly route_position: number;
      /**
       * Format: uuid
       * @description Id of the stop.
       */
      readonly route_stop_id: string | null;
      /** @description All steps so far, in order. */
      readonly events: readonly {
        /** @description pending, driving, at or done, for the stop at `route_position`. */
        readonly state: string;
        /** @description Position of the stop. */
        readonly route_position: number;
        /**
         * Format: uuid
         * @description Id of the stop.
         */
        readonly route_stop_id: string | null;
        /**
         * Format: date-time
         * @description When the step happened.
         */
        readonly triggered_at: string;
        /** @description Proof of delivery, on `done`. */
        readonly photo_urls: readonly string[];
        /** @description On `done`: done or skipped. */
        readonly outcome?: string;
        /** @description Why the stop was skipped. */
        readonly reason?: string;
      }[];
    };
    /** @description An order for one job. */
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
       * @description When the booking was created.
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When the booking last changed.
       */
      readonly updated_at: string;
      readonly product: components['schemas']['Product'];
      readonly origin: components['schemas']['Location'];
      readonly destination: components['schemas']['Location'];
      /** @description All stops in order, origin through destination. */
      readonly route: readonly components['schemas']['RouteStop'][];
      readonly arrival_window: components['schemas']['ArrivalWindow'];
      /** @description Reference stop of the window: origin or destination. */
      readonly arrival_window_ref: string | null;
      /** @description Free text about the job, shown to the crew. */
      readonly description: string | null;
      /** @description The partner's order number or reference. */
      readonly order_number: string | null;
      /** @description Tip in cents; part of the final fare. */
      readonly tip: number;
      /** @description Whether messages about the booking are sent. */
      readonly customer_notifications_enabled: boolean;
      /** @description URLs of the partner's photos of the items. */
      readonly photo_urls: readonly string[];
      readonly state: components['schemas']['BookingState'];
      /** @description Legacy; prefer `dispatch`. */
      readonly dispatch_state: string;
      /**
       * Format: uri
       * @description Tracking link to share with the customer. The page shows the live status of the delivery.
       */
      readonly share_url: string;
      /** @description The person the booking is for. */
      readonly customer: components['schemas']['Customer'] | null;
      /** @description People who are notified about the booking. */
      readonly contacts: readonly components['schemas']['Contact'][];
      /** @description The assigned crew; null until one is assigned. */
      readonly crew: components['schemas']['Crew'] | null;
      /** @description Progress of the crew; null before the first dispatch. */
      readonly dispatch: components['schemas']['Dispatch'] | null;
      /** @description Earlier dispatches whose crew was lost before the first stop was completed. */
      readonly previous_dispatches: readonly {
        /** @description pending, driving, at or done, for the stop at `route_position`. */
        readonly state: string;
        /** @description Position of the stop. */
        readonly route_position: number;
        /**
         * Format: uuid
         * @description Id of the stop.
         */
        readonly route_stop_id: string | null;
        /** @description All steps so far, in order. */
        readonly events: readonly {
          /** @description pending, driving, at or done, for the stop at `route_position`. */
          readonly state: string;
          /** @description Position of the stop. */
          readonly route_position: number;
          /**
           * Format: uuid
           * @description Id of the stop.
           */
          readonly route_stop_id: string | null;
          /**
           * Format: date-time
           * @description When the step happened.
           */
          readonly triggered_at: string;
          /** @description Proof of delivery, on `done`. */
          readonly photo_urls: readonly string[];
          /** @description On `done`: done or skipped. */
          readonly outcome?: string;
          /** @description Why the stop was skipped. */
          readonly reason?: string;
        }[];
        /**
         * Format: date-time
         * @description When the dispatch ended.
         */
        readonly ended_at: string;
        /** @description Why the dispatch ended. */
        readonly reason: string | null;
      }[];
      /** @description The current price. */
      readonly quote: components['schemas']['Quote'] | null;
      /** @description The final fare; null until the job is completed. */
      readonly fare: components['schemas']['Fare'] | null;
      /** @description The partner's own data. */
      readonly metadata: {
        readonly [key: string]: unknown;
      } | null;
      /** @description Set once the booking is cancelled. */
      readonly cancellation: {
        /** @description Who cancelled: partner, operator, provider or system. */
        readonly by: string;
        /** @description Why the booking was cancelled. */
        readonly reason: string | null;
        /** @description Cancellation fee in cents. */
        readonly fee: number;
        /**
         * Format: date-time
         * @description When the booking was cancelled.
         */
        readonly at: string;
      } | null;
    };
    /** @description A page of bookings. */
    readonly BookingList: {
      /** @description Bookings, newest first. */
      readonly data: readonly components['schemas']['Booking'][];
      /** @description Link to the next page; null on the last page. */
      readonly next: string | null;
      /** @description Link to the previous page; null on the first page. */
      readonly previous: string | null;
    };
    /** @description Preview of a cancellation. */
    readonly CancellationPreview: {
      /** @description Whether the partner can cancel the booking now. */
      readonly cancellable: boolean;
      /** @description Fee for cancelling now, in cents. */
      readonly fee: number;
      /**
       * Format: date-time
       * @description When the fee next changes with time; null if it does not.
       */
      readonly fee_holds_until: string | null;
      /** @description Why the booking cannot be cancelled, as an error code; null if it can. */
      readonly code: string | null;
    };
    /** @description A quote, or a route and a product; and an arrival window. */
    readonly BookingInput: {
      /**
       * Format: uuid
       * @description Id of a quote. The booking uses its route, product and add-ons.
       */
      readonly quote_id?: string;
      /** @description All stops in order; the first is the origin, the last the destination. */
      readonly stops?: readonly components['schemas']['StopInput'][];
      readonly origin?: components['schemas']['LocationParam'];
      readonly destination?: components['schemas']['LocationParam'];
      readonly product?: components['schemas']['Product'];
      /**
       * Format: uuid
       * @description Id of a listed window from the schedule. Cannot be combined with `arrival_window_from`.
       */
      readonly arrival_window_id?: string;
      /**
       * Format: date-time
       * @description Start of a custom window; must be in the future.
       */
      readonly arrival_window_from?: string;
      /**
       * Format: date-time
       * @description End of a custom window. If omitted, the default length applies.
       */
      readonly arrival_window_to?: string;
      /**
       * @description Reference stop of the window. Default: origin.
       * @enum {string}
       */
      readonly arrival_window_ref?: 'origin' | 'destination';
      /** @description Slugs of the add-ons: the complete set. `[]` removes all. */
      readonly addons?: readonly string[];
      /** @description Free text about the job, shown to the crew. */
      readonly description?: string;
      readonly customer?: components['schemas']['Customer'];
      /** @description The complete list of contacts to notify; it may be empty. If omitted on creation, the customer is notified. */
      readonly contacts?: readonly components['schemas']['ContactInput'][];
      /** @description URLs of photos of the items to move. */
      readonly photo_urls?: readonly string[];
      /** @description Your own data: at most 50 keys and 16 KB. */
      readonly metadata?: {
        readonly [key: string]: unknown;
      };
      /** @description Your order number or reference. */
      readonly order_number?: string;
      /** @description Whether messages about the booking are sent. Default: true. */
      readonly customer_notifications_enabled?: boolean;
      /** @description Tip in cents: 0, or at least 100. */
      readonly tip?: number;
      /** @description Sandbox only. Not returned in responses. */
      readonly test_specifications?: {
        /**
         * @description `auto`: the sandbox starts the whole job at once, regardless of the window: a crew is assigned, drives to every stop and completes it with a photo, and the fare is settled. Each step creates the same events as a real job.
         * @enum {string}
         */
        readonly mode: 'auto';
      };
    };
    /** @description Omitted fields stay unchanged. `metadata` is merged key by key; a null value removes the key. */
    readonly BookingUpdate: {
      readonly origin?: components['schemas']['LocationParam'];
      readonly destination?: components['schemas']['LocationParam'];
      /**
       * Format: uuid
       * @description Id of a listed window from the schedule. Cannot be combined with `arrival_window_from`.
       */
      readonly arrival_window_id?: string;
      /**
       * Format: date-time
       * @description Start of a custom window; must be in the future.
       */
      readonly arrival_window_from?: string;
      /**
       * Format: date-time
       * @description End of a custom window. If omitted, the default length applies.
       */
      readonly arrival_window_to?: string;
      /** @description Slugs of the add-ons: the complete set. `[]` removes all. */
      readonly addons?: readonly string[];
      /** @description Free text about the job, shown to the crew; null removes it. */
      readonly description?: string | null;
      /** @description Replaces the customer; null removes it. */
      readonly customer?: components['schemas']['Customer'] | null;
      /** @description The complete list of contacts to notify; it may be empty. If omitted on creation, the customer is notified. */
      readonly contacts?: readonly components['schemas']['ContactInput'][];
      /** @description URLs of photos of the items to move. */
      readonly photo_urls?: readonly string[];
      /** @description Your own data: at most 50 keys and 16 KB. */
      readonly metadata?: {
        readonly [key: string]: unknown;
      };
      /** @description Your order number or reference; null removes it. */
      readonly order_number?: string | null;
    };
    /** @description Optional reason for the cancellation. */
    readonly CancelInput: {
      /**
       * @description Why the booking is cancelled: vehicle, long_eta, im_not_ready or other.
       * @enum {string}
       */
      readonly cancel_reason?: 'vehicle' | 'long_eta' | 'im_not_ready' | 'other';
    };
    /** @description A stop to add. */
    readonly NewStop: {
      readonly location: components['schemas']['LocationParam'];
      /** @description Position of the new stop. Default: before the destination. */
      readonly position?: number;
      /** @description Instructions for the crew. */
      readonly instructions?: string | null;
      /** @description Apartment or suite. */
      readonly address2?: string | null;
      /** @description Floor number. */
      readonly floor?: number | null;
      /** @description Whether there is an elevator. */
      readonly elevator?: boolean | null;
    };
    /** @description Access details of a stop. Omitted fields stay unchanged. */
    readonly StopUpdate: {
      /** @description Instructions for the crew. */
      readonly instructions?: string | null;
      /** @description Apartment or suite. */
      readonly address2?: string | null;
      /** @description Floor number. */
      readonly floor?: number | null;
      /** @description Whether there is an elevator. */
      readonly elevator?: boolean | null;
    };
    /** @description Moves one stop. */
    readonly Reorder: {
      /** @description Current position of the stop. */
      readonly from_position: number;
      /** @description New position of the stop. */
      readonly to_position: number;
    };
    /** @description A URL of yours that receives events. */
    readonly WebhookEndpoint: {
      /**
       * Format: uuid
       * @description Id of the endpoint. Never changes.
       */
      readonly id: string;
      /**
       * Format: uri
       * @description URL that receives events by POST. Must use https and resolve to public IP addresses.
       */
      readonly url: string;
      /** @description Free text for your own use. Empty text is stored as null. */
      readonly description: string | null;
      /** @description Event types to send; duplicates are ignored. null: every type, including future ones, except `crew.location_updated`, which must be listed explicitly. */
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
      /** @description Whether the endpoint is disabled. Nothing is sent to a disabled endpoint. */
      readonly disabled: boolean;
      /**
       * @description Why the endpoint is disabled. `manual`: by you or by an operator; `failing`: automatically, after five days without a successful delivery; `gone`: the endpoint responded with status 410. null: the endpoint is enabled.
       * @enum {string|null}
       */
      readonly disabled_reason: 'manual' | 'failing' | 'gone' | null;
      /**
       * Format: date-time
       * @description Time at which the endpoint was created.
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      readonly updated_at: string;
    };
    /** @description A newly created webhook endpoint with its signing secret. */
    readonly NewWebhookEndpoint: {
      /**
       * Format: uuid
       * @description Id of the endpoint. Never changes.
       */
      readonly id: string;
      /**
       * Format: uri
       * @description URL that receives events by POST. Must use https and resolve to public IP addresses.
       */
      readonly url: string;
      /** @description Free text for your own use. Empty text is stored as null. */
      readonly description: string | null;
      /** @description Event types to send; duplicates are ignored. null: every type, including future ones, except `crew.location_updated`, which must be listed explicitly. */
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
      /** @description Whether the endpoint is disabled. Nothing is sent to a disabled endpoint. */
      readonly disabled: boolean;
      /**
       * @description Why the endpoint is disabled. `manual`: by you or by an operator; `failing`: automatically, after five days without a successful delivery; `gone`: the endpoint responded with status 410. null: the endpoint is enabled.
       * @enum {string|null}
       */
      readonly disabled_reason: 'manual' | 'failing' | 'gone' | null;
      /**
       * Format: date-time
       * @description Time at which the endpoint was created.
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change.
       */
      readonly updated_at: string;
      /** @description Signing secret of the deliveries. Store it securely. Besides this response, only the portal shows it. */
      readonly secret: string;
    };
    /** @description Webhook endpoint to create. */
    readonly WebhookEndpointInput: {
      /**
       * Format: uri
       * @description URL that receives events by POST. Must use https and resolve to public IP addresses.
       */
      readonly url: string;
      /** @description Event types to send; duplicates are ignored. null: every type, including future ones, except `crew.location_updated`, which must be listed explicitly. */
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
      /** @description Free text for your own use. Empty text is stored as null. */
      readonly description?: string | null;
    };
    /** @description Changes of a webhook endpoint. Omitted fields keep their values; `url` is required. */
    readonly WebhookEndpointUpdate: {
      /**
       * Format: uri
       * @description URL that receives events by POST. Must use https and resolve to public IP addresses.
       */
      readonly url: string;
      /** @description Event types to send; duplicates are ignored. null: every type, including future ones, except `crew.location_updated`, which must be listed explicitly. */
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
      /** @description Free text for your own use. Empty text is stored as null. */
      readonly description?: string | null;
      /** @description true disables the endpoint and discards its pending deliveries. false enables it: events that occur from now on are sent. */
      readonly disabled?: boolean;
    };
    /** @description A one-time link to the webhook portal. */
    readonly PortalLink: {
      /**
       * Format: uri
       * @description URL that opens the portal once within 10 minutes. Treat it like a password.
       */
      readonly portal_url: string;
    };
    /** @description The account that the access token acts for. */
    readonly Account: {
      /**
       * Format: uuid
       * @description Identifier of the account. Never changes.
       */
      readonly id: string;
      /**
       * @description `organization` for partners, `personal` for the account of one user.
       * @enum {string}
       */
      readonly kind: 'organization' | 'personal';
      /** @description Display name of the account. */
      readonly name: string;
      /**
       * Format: email
       * @description Recipient of operational mail, for example about failing webhook endpoints. `null` if there is none.
       */
      readonly contact_email: string | null;
      /**
       * @description Environment of the account.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /** @description Client id that the access token was issued to. */
      readonly client_id: string;
      /** @description Scopes of the access token, separated by spaces. */
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
    /** @description Fields that are left out keep their values. `null` removes the contact address. */
    readonly AccountUpdate: {
      /** @description Display name of the account. */
      readonly name?: string;
      /**
       * Format: email
       * @description Recipient of operational mail, for example about failing webhook endpoints. `null` if there is none.
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
      /** @description The events, oldest first. */
      readonly data: readonly components['schemas']['Event'][];
      /** @description URL of the next page; null on the last page. */
      readonly next: string | null;
      /** @description URL of the previous page; null on the first page. */
      readonly previous: string | null;
      /** @description Cursor of the end of this page. Store it and send it as `after` later to read newer events. Never null, not even on the last page. */
      readonly cursor: string;
    };
    /** @description An empty object. */
    readonly SandboxAdvanceInput: Record<string, never>;
    /** @description Optional reason for the loss. */
    readonly SandboxLoseCrewInput: {
      /** @description Stored with the ended dispatch. Default: `crew_lost`. */
      readonly reason?: string;
    };
    /** @description Length of the delay. */
    readonly SandboxDelayInput: {
      /** @description Length of the delay in minutes. */
      readonly minutes: number;
    };
    /** @description Failure of the current stop. */
    readonly SandboxFailStopInput: {
      /** @description Why the crew cannot complete the stop. */
      readonly reason: string;
      /**
       * @description What the next step does: `retry` (default), after which the stop is completed, or `skip`.
       * @enum {string}
       */
      readonly decision?: 'retry' | 'skip';
    };
    /** @description Optional reason for the cancellation. */
    readonly SandboxCancelInput: {
      /** @description Shown in `cancellation.reason`. Default: `provider_unavailable`. */
      readonly reason?: string;
    };
    /** @description An empty object. */
    readonly SandboxRefusePaymentInput: Record<string, never>;
    /** @description Advance by `seconds`, or `to` a time. */
    readonly SandboxClockInput: {
      /** @description Seconds to advance. Cannot be combined with `to`. */
      readonly seconds?: number;
      /**
       * Format: date-time
       * @description New time, not before the current time of the account. Cannot be combined with `seconds`.
       */
      readonly to?: string;
    };
    /** @description The test clock of the account. It keeps running. */
    readonly SandboxClock: {
      /**
       * Format: date-time
       * @description Current time of the account.
       */
      readonly now: string;
      /** @description Offset from the real time in seconds; 0 if not advanced. */
      readonly ahead_seconds: number;
    };
    /** @description An immutable record of an amount that was billed or paid. */
    readonly BillingRecord: {
      /**
       * Format: uuid
       * @description Id of the record.
       */
      readonly id: string;
      /**
       * @description Kind of the record. New kinds can be added at any time.
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
      /** @description Change of the balance that you owe, in cents; negative if it decreases. */
      readonly amount: number;
      /** @description Lines that add up to the amount. */
      readonly lines: readonly {
        /** @description One of base, labor, travel_distance, travel_duration and stops, a kind of adjustment, or the kind of the record. */
        readonly kind: string;
        /** @description Display name. */
        readonly name: string;
        /** @description Amount in cents. */
        readonly amount: number;
      }[];
      /**
       * Format: uuid
       * @description Id of the booking; null for a payment that is not for a single booking.
       */
      readonly booking_id: string | null;
      /** @description Confirmation code of the booking. */
      readonly booking_hid: string | null;
      /** @description Your order number at the time of the record. */
      readonly order_number: string | null;
      /** @description Reference of a payment, as given by the bank or payment provider. */
      readonly reference: string | null;
      /** @description Month of the statement that contains the record. */
      readonly month: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly occurred_at: string;
      /**
       * Format: date-time
       * @description Time at which the record takes effect: when the event occurred, or when it became known if the month was already closed.
       */
      readonly booked_at: string;
    };
    /** @description A page of billing records. */
    readonly BillingRecordList: {
      /** @description The records, newest first. */
      readonly data: readonly components['schemas']['BillingRecord'][];
      /** @description URL of the next page; null on the last page. */
      readonly next: string | null;
      /** @description URL of the previous page; null on the first page. */
      readonly previous: string | null;
    };
    /** @description Billing statement of one month. */
    readonly Statement: {
      /** @description Year and month. */
      readonly month: string;
      /**
       * @description A final statement never changes.
       * @enum {string}
       */
      readonly status: 'open' | 'final';
      /** @description Time zone that defines the month. */
      readonly time_zone: string;
      /**
       * Format: date-time
       * @description Beginning of the month, inclusive.
       */
      readonly from: string;
      /**
       * Format: date-time
       * @description End of the month, exclusive.
       */
      readonly to: string;
      /** @description Always USD. */
      readonly currency: string;
      /** @description Account of the statement. */
      readonly account: {
        /**
         * Format: uuid
         * @description Id of the account.
         */
        readonly id: string;
        /** @description Current name of the account. */
        readonly name: string;
      };
      /** @description Balance owed at the beginning of the month, in cents. */
      readonly opening_balance: number;
      /** @description Balance owed at the end of the month, in cents; negative for a credit balance. */
      readonly closing_balance: number;
      /** @description Billed amounts by category. */
      readonly totals: {
        /** @description Rides, add-ons, tolls, waiting time and surcharges, in cents. */
        readonly fares: number;
        /** @description Tips, which are paid to the crews, in cents. */
        readonly tips: number;
        /** @description Discounts in cents; negative. */
        readonly discounts: number;
        /** @description Refunds in cents; negative. */
        readonly refunds: number;
        /** @description Credits in cents; negative. */
        readonly credits: number;
        /** @description Cancellation fees in cents. */
        readonly cancellation_fees: number;
      };
      /** @description Sum of the totals, in cents. */
      readonly billed: number;
      /** @description Payments minus refunded payments, in cents. */
      readonly paid: number;
      /** @description The records of the month, oldest first. */
      readonly records: readonly components['schemas']['BillingRecord'][];
      /**
       * Format: uri
       * @description URL of the statement as CSV.
       */
      readonly csv_url: string;
      /**
       * Format: uri
       * @description URL of the statement as PDF.
       */
      readonly pdf_url: string;
    };
    /** @description Months with billing records. */
    readonly StatementList: {
      /** @description The months, newest first. */
      readonly data: readonly {
        /** @description Year and month. */
        readonly month: string;
        /**
         * @description A final statement never changes.
         * @enum {string}
         */
        readonly status: 'open' | 'final';
        /** @description Number of records. */
        readonly records: number;
        /** @description Balance owed at the beginning of the month, in cents. */
        readonly opening_balance: number;
        /** @description Balance owed at the end of the month, in cents; negative for a credit balance. */
        readonly closing_balance: number;
        /**
         * Format: uri
         * @description URL of the statement.
         */
        readonly url: string;
      }[];
    };
    /** @description A request to the API, as logged. */
    readonly LoggedRequest: {
      /**
       * Format: uuid
       * @description Identifier of the log entry.
       */
      readonly id: string;
      /** @description Value of `X-Request-Id` in the response. */
      readonly request_id: string;
      /**
       * Format: date-time
       * @description Time when the request was received.
       */
      readonly at: string;
      /** @description HTTP method. */
      readonly method: string;
      /** @description Route pattern of the path. `null` if no route matched. */
      readonly route: string | null;
      /** @description Path with its query. Values that may be personal data are masked. */
      readonly path: string;
      /** @description HTTP status of the response. */
      readonly status: number;
      /** @description Processing time in milliseconds. */
      readonly duration_ms: number;
      /** @description API client that sent the request. */
      readonly client_id: string;
      /** @description `code` of the error response. */
      readonly error_code: string | null;
      /** @description `param` of the error response. */
      readonly error_param: string | null;
      /** @description Whether the stored response of an `Idempotency-Key` was returned. */
      readonly replayed: boolean;
      /**
       * Format: uuid
       * @description The booking that the request was about.
       */
      readonly booking_id: string | null;
    };
    /** @description A page of the request log. */
    readonly LoggedRequestList: {
      /** @description Newest first. */
      readonly data: readonly components['schemas']['LoggedRequest'][];
      /** @description URL of the next page. `null` on the last page. */
      readonly next: string | null;
      /** @description URL of the previous page. `null` on the first page. */
      readonly previous: string | null;
    };
    /** @description A booking was created. */
    readonly BookingCreatedEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'booking.created';
      /** @description Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none. */
      readonly sequence: number;
      /** @description Data of the event. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Names of the booking fields that changed. */
        readonly changed: readonly string[];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description The order was changed, for example its texts, contacts, arrival window or route. `data.changed` lists the changed fields. */
    readonly BookingUpdatedEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'booking.updated';
      /** @description Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none. */
      readonly sequence: number;
      /** @description Data of the event. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Names of the booking fields that changed. */
        readonly changed: readonly string[];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description A crew was assigned to the booking. */
    readonly BookingDispatchedEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'booking.dispatched';
      /** @description Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none. */
      readonly sequence: number;
      /** @description Data of the event. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Names of the booking fields that changed. */
        readonly changed: readonly string[];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description Another crew was assigned, or the crew was removed and the booking waits for a new one (`crew` is null). */
    readonly BookingCrewChangedEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'booking.crew_changed';
      /** @description Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none. */
      readonly sequence: number;
      /** @description Data of the event. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Names of the booking fields that changed. */
        readonly changed: readonly string[];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description The crew departed for the stop in `data.stop`. */
    readonly BookingStopDepartedEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'booking.stop.departed';
      /** @description Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none. */
      readonly sequence: number;
      /** @description Data of the event. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        readonly stop: components['schemas']['RouteStop'];
        /** @description Names of the booking fields that changed. */
        readonly changed: readonly string[];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description The crew arrived at the stop in `data.stop`. */
    readonly BookingStopArrivedEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'booking.stop.arrived';
      /** @description Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none. */
      readonly sequence: number;
      /** @description Data of the event. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        readonly stop: components['schemas']['RouteStop'];
        /** @description Names of the booking fields that changed. */
        readonly changed: readonly string[];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description The crew completed the stop in `data.stop`, or an operator skipped it. The last entry of `booking.dispatch.events` for the stop says which, and contains the photos. */
    readonly BookingStopCompletedEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'booking.stop.completed';
      /** @description Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none. */
      readonly sequence: number;
      /** @description Data of the event. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        readonly stop: components['schemas']['RouteStop'];
        /** @description Names of the booking fields that changed. */
        readonly changed: readonly string[];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description The crew could not complete the stop in `data.stop`. It waits at the stop until an operator decides how to continue. */
    readonly BookingStopFailedEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'booking.stop.failed';
      /** @description Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none. */
      readonly sequence: number;
      /** @description Data of the event. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        readonly stop: components['schemas']['RouteStop'];
        /** @description Names of the booking fields that changed. */
        readonly changed: readonly string[];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description The last stop was completed. `fare` contains the final fare. Sent after the `booking.stop.completed` event of that stop. */
    readonly BookingCompletedEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'booking.completed';
      /** @description Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none. */
      readonly sequence: number;
      /** @description Data of the event. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Names of the booking fields that changed. */
        readonly changed: readonly string[];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description The booking was cancelled by you, by an operator, because no crew was found, or because the payment was refused. `cancellation` contains the reason. */
    readonly BookingCancelledEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'booking.cancelled';
      /** @description Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none. */
      readonly sequence: number;
      /** @description Data of the event. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Names of the booking fields that changed. */
        readonly changed: readonly string[];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description The fare of a completed booking was adjusted, for example by a refund. */
    readonly BookingFareUpdatedEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'booking.fare_updated';
      /** @description Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none. */
      readonly sequence: number;
      /** @description Data of the event. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Names of the booking fields that changed. */
        readonly changed: readonly string[];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description The location or the ETA of the crew changed. Sent at most every 10 seconds (in simulations, at every step), and only to endpoints that list this type in `events`. */
    readonly CrewLocationUpdatedEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'crew.location_updated';
      /** @description Sequence number within the booking, across all event types: an event with a smaller number is older. Endpoints that do not subscribe to every type see gaps; the feed has none. */
      readonly sequence: number;
      /** @description Data of the event. */
      readonly data: {
        readonly booking: components['schemas']['Booking'];
        /** @description Names of the booking fields that changed. */
        readonly changed: readonly string[];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description Another endpoint of your account has been failing for at least one day. It is disabled after five days without a successful delivery and at least 20 failed attempts. */
    readonly WebhookEndpointFailingEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'webhook_endpoint.failing';
      /** @description Always null: only booking events have a sequence number. */
      readonly sequence: null;
      /** @description Data of the event. */
      readonly data: {
        readonly webhook_endpoint: components['schemas']['WebhookEndpoint'];
        /**
         * Format: date-time
         * @description Time of the first failure since the last success.
         */
        readonly failing_since: string | null;
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description Another endpoint of your account was disabled, because its deliveries failed for five days or it responded with status 410. Events that it missed can be recovered in the portal. */
    readonly WebhookEndpointDisabledEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'webhook_endpoint.disabled';
      /** @description Always null: only booking events have a sequence number. */
      readonly sequence: null;
      /** @description Data of the event. */
      readonly data: {
        readonly webhook_endpoint: components['schemas']['WebhookEndpoint'];
        /**
         * Format: date-time
         * @description Time of the first failure since the last success.
         */
        readonly failing_since: string | null;
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description A test event sent from the portal, regardless of the types that the endpoint subscribes to. Test events are not part of the event feed. */
    readonly WebhookTestEvent: {
      /**
       * Format: uuid
       * @description Id of the event. Identical in the feed, in the delivery body and in the `webhook-id` header; use it to detect duplicates.
       */
      readonly id: string;
      /**
       * Format: date-time
       * @description Time at which the event occurred.
       */
      readonly timestamp: string;
      /**
       * @description API version of `data`.
       * @constant
       */
      readonly api_version: 2;
      /**
       * @description Environment in which the event occurred.
       * @enum {string}
       */
      readonly environment: 'production' | 'sandbox';
      /**
       * @description Type of the event.
       * @constant
       */
      readonly type: 'webhook.test';
      /** @description Always null: only booking events have a sequence number. */
      readonly sequence: null;
      /** @description Data of the event. */
      readonly data: {
        readonly webhook_endpoint: components['schemas']['WebhookEndpoint'];
      };
      /** @description true for a test event sent from the portal; nothing happened to a booking. */
      readonly test?: boolean;
    };
    /** @description What `bookings.list` may be asked. */
    readonly BookingsListQuery: {
      /** @description Cursor from `next`. */
      readonly after?: string;
      /** @description Cursor from `previous`; not together with `after`. */
      readonly before?: string;
      /** @description Page size. Default: 20. */
      readonly limit?: number;
      /** @description Filter by state; several states are separated by commas. */
      readonly state?: readonly ('created' | 'dispatched' | 'cancelled' | 'completed')[];
      /** @description Filter by order number. */
      readonly order_number?: string;
      /** @description Filter by confirmation code. */
      readonly hid?: string;
      /**
       * Format: date-time
       * @description Created at or after this time.
       */
      readonly created_from?: string;
      /**
       * Format: date-time
       * @description Created before this time.
       */
      readonly created_to?: string;
      /**
       * Format: date-time
       * @description Window starts at or after this time.
       */
      readonly window_from?: string;
      /**
       * Format: date-time
       * @description Window starts before this time.
       */
      readonly window_to?: string;
    };
    /** @description What `events.list` may be asked. */
    readonly EventsListQuery: {
      /** @description Return events after this cursor. Use the `cursor` of an earlier page, or follow `next`. */
      readonly after?: string;
      /** @description Return events before this cursor, taken from `previous`. Cannot be combined with `after`. */
      readonly before?: string;
      /** @description Number of events per page. Default: 20. */
      readonly limit?: number;
      /** @description Return only events of these types, separated by commas. */
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
       * @description Return only events of this booking.
       */
      readonly booking_id?: string;
    };
    /** @description What `billing.listRecords` may be asked. */
    readonly BillingListRecordsQuery: {
      /** @description Return records after this cursor, taken from `next`. */
      readonly after?: string;
      /** @description Return records before this cursor, taken from `previous`. Cannot be combined with `after`. */
      readonly before?: string;
      /** @description Number of records per page. Default: 20. */
      readonly limit?: number;
      /**
       * Format: uuid
       * @description Return only records of this booking.
       */
      readonly booking_id?: string;
      /** @description Return only records of these kinds, separated by commas. */
      readonly kind?: readonly (
        | 'charge'
        | 'adjustment'
        | 'refund'
        | 'credit'
        | 'cancellation_fee'
        | 'payment'
        | 'payment_refund'
      )[];
      /** @description Return only records on the statement of this month. */
      readonly month?: string;
      /**
       * Format: date-time
       * @description Return only records with `booked_at` at or after this time.
       */
      readonly from?: string;
      /**
       * Format: date-time
       * @description Return only records with `booked_at` before this time.
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
      /** @description HTTP status (`404`), class (`4xx`), or `failed` for all statuses from 400. */
      readonly status?: string;
      /**
       * @description HTTP method.
       * @enum {string}
       */
      readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
      /** @description Part of the path. */
      readonly path?: string;
      /** @description Request id or booking id. */
      readonly search?: string;
      /**
       * Format: date-time
       * @description Only requests at or after this time.
       */
      readonly from?: string;
      /**
       * Format: date-time
       * @description Only requests before this time.
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
