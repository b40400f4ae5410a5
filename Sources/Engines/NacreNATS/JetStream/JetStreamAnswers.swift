/// An error that JetStream answers with.
struct JetStreamError: Error, Decodable, CustomStringConvertible {
    /// JetStream's error numbers that the log knows.
    enum Number {
        static let temporarilyUnavailable = 10008
        static let noSuitablePeers = 10005
        static let noMessage = 10037
        static let notEnabledForAccount = 10039
        static let notEnabled = 10076
        static let messageTooLarge = 10054
        static let streamNameInUse = 10058
        static let streamNotFound = 10059
        static let streamSealed = 10109
        static let wrongLastSequence = 10071
        static let wrongLastSequenceInFlight = 10164
        static let replicasNotSupported = 10074
        static let storeFailed = 10077
        static let consumerNotFound = 10014
    }

    /// The class of the error, as in HTTP.
    let code: Int
    /// JetStream's number of the error.
    let number: Int
    /// JetStream's words.
    let text: String

    /// Whether the same question may be answered a moment later: an election is going on.
    var mayPass: Bool { number == Number.temporarilyUnavailable }

    private enum CodingKeys: String, CodingKey {
        case code
        case number = "errCode"
        case text = "description"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        code = try values.decode(Int.self, forKey: .code)
        number = try values.decodeIfPresent(Int.self, forKey: .number) ?? 0
        text = try values.decodeIfPresent(String.self, forKey: .text) ?? ""
    }

    var description: String { "\(text) (JetStream error \(number))" }
}

/// Any answer of JetStream's API, as far as it may be an error.
struct JetStreamStatus: Decodable {
    let error: JetStreamError?
}

/// The answer to an appended entry.
struct PublishAcknowledgement: Decodable {
    let error: JetStreamError?
    let stream: String?
    let seq: UInt64?
    let duplicate: Bool?
}

/// The answer to a request for an entry.
struct StoredMessage: Decodable {
    struct Message: Decodable {
        let subject: String
        let seq: UInt64
        /// The content in base64; absent if it is empty.
        let data: String?
    }

    let message: Message
}

/// The state of a stream, and of the servers that keep it.
struct StreamInformation: Decodable, Sendable {
    struct State: Decodable, Sendable {
        let messages: UInt64
        let bytes: UInt64
        let firstSeq: UInt64
        let lastSeq: UInt64
    }

    struct Replica: Decodable, Sendable {
        let name: String
        let current: Bool
        let offline: Bool?
        /// The nanoseconds since the leader has heard from it.
        let active: Int64
        /// The operations that it lacks.
        let lag: UInt64?
    }

    struct Cluster: Decodable, Sendable {
        let leader: String?
        let replicas: [Replica]?
    }

    let config: StreamConfiguration
    let state: State
    let cluster: Cluster?

    /// The last sequence that was forgotten.
    var trimmed: UInt64 { min(state.lastSeq, max(state.firstSeq, 1) - 1) }
}

/// The settings of a stream that the log depends on.
struct StreamConfiguration: Codable, Sendable {
    let name: String
    let subjects: [String]?
    let retention: String
    let storage: String
    let numReplicas: Int
    let discard: String
    let maxMsgs: Int64?
    let maxBytes: Int64?
    /// Nanoseconds; 0 for ever.
    let maxAge: Int64?
    let maxMsgsPerSubject: Int64?
    let denyDelete: Bool?
    let denyPurge: Bool?
    let allowDirect: Bool?
    let sealed: Bool?
    let noAck: Bool?
    let persistMode: String?

    /// The stream of a log.
    init(of address: NATSAddress, replicas: Int) {
        name = address.stream
        subjects = [address.subject]
        retention = "limits"
        storage = "file"
        numReplicas = replicas
        discard = "new"
        (maxMsgs, maxBytes, maxAge, maxMsgsPerSubject) = (-1, -1, 0, -1)
        (denyDelete, denyPurge) = (true, false)
        // Direct reads are answered by any replica; reads of a log go to the leader.
        allowDirect = false
        (sealed, noAck, persistMode) = (nil, nil, nil)
    }
}

/// What a server says of itself to any user.
struct ServerGreeting: Decodable, Sendable {
    struct Server: Decodable, Sendable {
        let name: String
        let ver: String
        let jetstream: Bool?
    }

    let server: Server
}

/// What a server says of its JetStream to a user of the system account.
struct ServerSettings: Decodable, Sendable {
    struct Content: Decodable, Sendable {
        struct Configuration: Decodable, Sendable {
            let syncAlways: Bool?
            /// Nanoseconds.
            let syncInterval: Int64?
        }

        let config: Configuration?
        let disabled: Bool?
    }

    let server: ServerGreeting.Server
    let data: Content?
}
