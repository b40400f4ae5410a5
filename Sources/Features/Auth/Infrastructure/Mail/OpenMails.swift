import AuthDomain
import DomainKit
import Nacre

/// The mails that were requested and neither sent nor abandoned, in the order of their requests.
struct OpenMails: Sendable {
    /// All events of mails.
    static let query = Query.categories(MailEvent.category)

    /// The position up to which the log was read.
    private(set) var position: Position = 0

    private var requests: [StreamName: (position: Position, request: MailRequest)] = [:]

    /// The requests, the oldest first.
    var all: [MailRequest] { requests.values.sorted { $0.position < $1.position }.map(\.request) }

    /// Whether a mail is still open.
    func contains(_ request: MailRequest) -> Bool { requests.values.contains { $0.request.id == request.id } }

    /// Reads the log up to its head.
    ///
    /// - Parameter store: The log.
    /// - Throws: `EventDecodingError`, and errors of the store.
    mutating func advance(in store: any EventStore) async throws {
        let head = try await store.head()
        for try await recorded in store.readLog(.forward(after: position), matching: Self.query) {
            if recorded.position > head { break }
            guard let event = try MailEvent.codec.decode(recorded), let id = recorded.mailID else { continue }
            apply(event, of: id, in: recorded)
        }
        position = head
    }

    private mutating func apply(_ event: MailEvent, of id: String, in recorded: RecordedEvent) {
        let requested: (kind: MailKind, account: AccountID)
        switch event {
        case .confirmationRequested(let account): requested = (.confirmation, account)
        case .noticeRequested(let account): requested = (.alreadyRegistered, account)
        case .resetRequested(let account, let reset): requested = (.reset(reset), account)
        case .sent, .abandoned:
            requests[recorded.stream] = nil
            return
        }
        // A second request in the same stream, written by another program, is ignored.
        guard recorded.version == 1 else { return }
        requests[recorded.stream] = (
            recorded.position,
            MailRequest(id: id, requested.kind, to: requested.account, requestedAt: recorded.time)
        )
    }
}

extension RecordedEvent {
    /// The id of the mail of the event's stream; `nil` unless it is a UUID in lower case.
    fileprivate var mailID: String? {
        let id = String(stream.id)
        guard let uuid = EventID(id), uuid.description.utf8.elementsEqual(id.utf8) else { return nil }
        return id
    }
}
