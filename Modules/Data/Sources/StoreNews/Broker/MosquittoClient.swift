#if MQTT
    import CMosquitto
    import Foundation

    /// Something that happens on a connection to a broker.
    enum BrokerEvent: Sendable {
        /// The broker has accepted the client.
        case connected
        /// The broker has granted a subscription, or not.
        case subscribed(topic: String, isGranted: Bool)
        /// A message has arrived. A payload that is too large to be read is `nil`.
        case message(topic: String, payload: Data?)
        /// The connection has ended.
        case closed(BrokerFailure)
    }

    /// Why a connection to a broker ended.
    enum BrokerFailure: Error, Sendable {
        /// The broker can't be reached, or the connection is lost.
        case unavailable
        /// The broker does not accept the user and the password.
        case unauthorised
        /// The broker's certificate is not trusted, or the connection can't be encrypted.
        case untrusted
    }

    /// One connection of libmosquitto.
    ///
    /// Invariant behind `@unchecked Sendable`: `open` creates the client on one thread and hands it over to the thread of a
    /// `BrokerLoop`. From then on only that thread uses it, and the library calls back on the thread that calls it.
    final class MosquittoClient: @unchecked Sendable {
        struct Settings: Sendable {
            let broker: Broker
            let credentials: BrokerCredentials?
            let session: BrokerSession
            /// The message that the broker publishes and retains when the connection ends, for whatever reason.
            var will: (topic: String, payload: Data)?
        }

        private let handle: OpaquePointer
        private let receive: @Sendable (BrokerEvent) -> Void
        private let broker: Broker
        private var topics: [Int32: String] = [:]
        private var failure = BrokerFailure.unavailable
        private var isAccepted = false
        private let acceptedBy = ContinuousClock.now + .seconds(10)

        private static let isLibraryReady = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.rawValue

        private init(_ handle: OpaquePointer, _ broker: Broker, _ receive: @escaping @Sendable (BrokerEvent) -> Void) {
            self.handle = handle
            self.broker = broker
            self.receive = receive
        }

        deinit { mosquitto_destroy(handle) }

        /// Creates a client and connects it. Blocks the calling thread until the network has responded.
        static func open(
            _ settings: Settings,
            _ receive: @escaping @Sendable (BrokerEvent) -> Void
        ) -> Result<MosquittoClient, BrokerFailure> {
            blockPipeSignals()
            guard isLibraryReady else { return .failure(.unavailable) }
            let id: String?
            let expiry: Duration?
            switch settings.session {
            case .clean: (id, expiry) = (nil, nil)
            case .persistent(let name, let time): (id, expiry) = (name, time)
            }
            guard let handle = mosquitto_new(id, expiry == nil, nil) else { return .failure(.unavailable) }
            let client = MosquittoClient(handle, settings.broker, receive)
            guard client.configure(settings) else { return .failure(.untrusted) }
            return client.connect(expiry: expiry)
        }

        private func configure(_ settings: Settings) -> Bool {
            mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
            mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
            mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1)
            if let credentials = settings.credentials {
                mosquitto_username_pw_set(handle, credentials.user, credentials.password)
            }
            if let (topic, payload) = settings.will {
                _ = payload.withUnsafeBytes {
                    mosquitto_will_set(handle, topic, Int32($0.count), $0.baseAddress, 1, true)
                }
            }
            setCallbacks()
            guard broker.isEncrypted else { return true }
            // Both also check the certificate, and that it is for this host.
            return broker.authorities.map {
                mosquitto_tls_set(handle, $0.path, nil, nil, nil, nil) == MOSQ_ERR_SUCCESS.rawValue
            } ?? (mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1) == MOSQ_ERR_SUCCESS.rawValue)
        }

        private func connect(expiry: Duration?) -> Result<MosquittoClient, BrokerFailure> {
            var properties: OpaquePointer?
            defer { mosquitto_property_free_all(&properties) }
            // A larger message is never sent by the broker. The next smaller ones are dropped here, and reported.
            mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), 1 << 20)
            mosquitto_property_add_int16(&properties, Int32(MQTT_PROP_RECEIVE_MAXIMUM.rawValue), 100)
            if let expiry {
                let seconds = UInt32(clamping: expiry.components.seconds)
                mosquitto_property_add_int32(
                    &properties,
                    Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue),
                    seconds
                )
            }
            let code = mosquitto_connect_bind_v5(handle, broker.host, Int32(broker.port), 30, nil, properties)
            switch UInt32(bitPattern: code) {
            case UInt32(MOSQ_ERR_SUCCESS.rawValue): return .success(self)
            case UInt32(MOSQ_ERR_TLS.rawValue): return .failure(.untrusted)
            default: return .failure(.unavailable)
            }
        }
    }

    // MARK: - On the loop's thread

    extension MosquittoClient {
        /// What the loop waits for.
        var poll: pollfd {
            let events = POLLIN | (mosquitto_want_write(handle) ? POLLOUT : 0)
            return pollfd(fd: mosquitto_socket(handle), events: Int16(events), revents: 0)
        }

        /// Reads and writes what it can. Returns whether the connection goes on.
        func handle(_ events: Int16) -> Bool {
            if events == 0 { return true }
            guard isAccepted || !hasEnded else {
                receive(.closed(failure))
                return false
            }
            if Int32(events) & (POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0, !isGood(mosquitto_loop_read(handle, 1)) {
                return false
            }
            if Int32(events) & POLLOUT != 0, !isGood(mosquitto_loop_write(handle, 1)) { return false }
            return true
        }

        /// Whether the other side has ended the connection, and everything it sent has been read. The library does not find out
        /// while it waits for the response to its first TLS message, and would try again without a pause.
        private var hasEnded: Bool {
            var byte: UInt8 = 0
            return recv(mosquitto_socket(handle), &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
        }

        /// Sends what keeps the connection open, and finds out whether the other side is still there. Returns whether the
        /// connection goes on.
        func care() -> Bool {
            guard isAccepted || ContinuousClock.now < acceptedBy else {
                receive(.closed(.unavailable))
                return false
            }
            return isGood(mosquitto_loop_misc(handle))
        }

        func subscribe(to topic: String) {
            var number: Int32 = 0
            if mosquitto_subscribe(handle, &number, topic, 1) == MOSQ_ERR_SUCCESS.rawValue { topics[number] = topic }
        }

        func unsubscribe(from topic: String) { mosquitto_unsubscribe(handle, nil, topic) }

        func publish(_ payload: Data, to topic: String) {
            _ = payload.withUnsafeBytes {
                mosquitto_publish(handle, nil, topic, Int32($0.count), $0.baseAddress, 1, true)
            }
        }

        /// Ends the connection in order. The broker publishes the last will, if there is one.
        func close() {
            mosquitto_disconnect_v5(handle, Int32(MQTT_RC_DISCONNECT_WITH_WILL_MSG.rawValue), nil)
            mosquitto_loop_write(handle, 100)
        }

        private func isGood(_ code: Int32) -> Bool {
            guard code != MOSQ_ERR_SUCCESS.rawValue || mosquitto_socket(handle) < 0 else { return true }
            if code == MOSQ_ERR_TLS.rawValue, !isAccepted { failure = .untrusted }
            receive(.closed(failure))
            return false
        }
    }

    // MARK: - Callbacks

    extension MosquittoClient {
        private func setCallbacks() {
            mosquitto_connect_v5_callback_set(handle) { _, context, code, _, _ in
                MosquittoClient.from(context)?.answered(code)
            }
            mosquitto_subscribe_callback_set(handle) { _, context, number, count, granted in
                let isGranted = count > 0 && (granted?.pointee ?? 0x80) < 0x80
                MosquittoClient.from(context)?.subscribed(number, isGranted)
            }
            mosquitto_message_callback_set(handle) { _, context, message in
                guard let message = message?.pointee, let topic = message.topic else { return }
                let length = Int(message.payloadlen)
                var payload: Data? = Data()
                if length > NewsMessage.maximumLength {
                    payload = nil
                } else if length > 0, let bytes = message.payload {
                    payload = Data(bytes: bytes, count: length)
                }
                let event = BrokerEvent.message(topic: String(cString: topic), payload: payload)
                MosquittoClient.from(context)?.receive(event)
            }
        }

        private static func from(_ context: UnsafeMutableRawPointer?) -> MosquittoClient? {
            context.map { Unmanaged<MosquittoClient>.fromOpaque($0).takeUnretainedValue() }
        }

        /// - Parameter code: The broker's answer: 0 if it accepts the client.
        private func answered(_ code: Int32) {
            switch UInt32(bitPattern: code) {
            case 0:
                isAccepted = true
                receive(.connected)
            case UInt32(MQTT_RC_BAD_USERNAME_OR_PASSWORD.rawValue), UInt32(MQTT_RC_NOT_AUTHORIZED.rawValue),
                UInt32(MQTT_RC_BAD_AUTHENTICATION_METHOD.rawValue), UInt32(MQTT_RC_BANNED.rawValue):
                failure = .unauthorised
            default:
                break
            }
        }

        private func subscribed(_ number: Int32, _ isGranted: Bool) {
            guard let topic = topics.removeValue(forKey: number) else { return }
            receive(.subscribed(topic: topic, isGranted: isGranted))
        }
    }
#endif
