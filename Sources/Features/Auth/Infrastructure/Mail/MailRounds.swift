import AuthDomain
import DomainKit
import Nacre

/// The work of a running relay: a few attempts at a time, and for each mail that failed a pause of its own.
struct MailRounds {
    // API-25: Each mail has its own pauses, and a few are sent at a time.

    /// What a child task has come to.
    private enum Step: Sendable {
        /// There may be new requests.
        case changed

        /// The pause of a mail is over.
        case due(MailRequest)

        /// A mail was tried; afterwards it is closed or not.
        case tried(MailRequest, isClosed: Bool)
    }

    private let relay: MailRelay
    private var open = OpenMails()

    /// The mails to try as soon as there is room, in order.
    private var waiting: [MailRequest] = []

    /// The mails that wait, are being tried, or pause.
    private var known: Set<String> = []

    /// How often each mail has failed.
    private var failures: [String: Int] = [:]

    private var attempts = 0

    init(of relay: MailRelay) {
        self.relay = relay
    }

    /// Sends mails until the task is cancelled.
    mutating func run(progress: ((_ position: Position) -> Void)?) async throws {
        try await withThrowingTaskGroup(of: Step.self) { group in
            try await addNewRequests(&group, progress)
            while true {
                startAttempts(&group)
                guard let step = try await group.next() else { return }
                switch step {
                case .changed: try await addNewRequests(&group, progress)
                case .due(let request): if isStillOpen(request) { waiting.append(request) }
                case .tried(let request, let isClosed): end(request, isClosed, &group)
                }
            }
        }
    }

    private mutating func addNewRequests(
        _ group: inout ThrowingTaskGroup<Step, any Error>, _ progress: ((_ position: Position) -> Void)?
    ) async throws {
        try await open.advance(in: relay.store)
        for request in open.all where known.insert(request.id).inserted { waiting.append(request) }
        let position = open.position
        progress?(position)
        group.addTask { [store = relay.store] in
            try await LogChanges(of: store, matching: OpenMails.query).waitForChange(after: position)
            return .changed
        }
    }

    /// Whether a mail is open after its pause; another process may have sent it.
    private mutating func isStillOpen(_ request: MailRequest) -> Bool {
        if open.contains(request) { return true }
        forget(request)
        return false
    }

    private mutating func forget(_ request: MailRequest) {
        known.remove(request.id)
        failures[request.id] = nil
    }

    private mutating func startAttempts(_ group: inout ThrowingTaskGroup<Step, any Error>) {
        while attempts < MailRelay.concurrency, !waiting.isEmpty {
            let request = waiting.removeFirst()
            attempts += 1
            group.addTask { [relay] in .tried(request, isClosed: try await relay.attempt(request)) }
        }
    }

    private mutating func end(
        _ request: MailRequest, _ isClosed: Bool, _ group: inout ThrowingTaskGroup<Step, any Error>
    ) {
        attempts -= 1
        guard !isClosed else { return forget(request) }
        let pauses = MailRelay.pauses
        let count = failures[request.id, default: 0]
        failures[request.id] = count + 1
        let pause = min(pauses.lowerBound * (1 << min(count, 16)), pauses.upperBound)
        group.addTask { [clock = relay.clock] in
            try await clock.sleep(for: pause)
            return .due(request)
        }
    }
}
