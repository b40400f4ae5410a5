import DomainKit

/// A network that a test cuts, or makes slow.
final class TestNetwork: Sendable {
    /// The server cannot be reached.
    struct Unreachable: Error {}

    enum Mode: Sendable {
        case open
        case slow
        case cut
    }

    private let mode = WaitableValue(Mode.open)
    private let passing = WaitableValue(0)

    /// The number of requests that were sent.
    var requests: Int { passing.value }

    func set(_ mode: Mode) {
        self.mode.change { $0 = mode }
    }

    /// Carries a request; a slow network carries it when it is set otherwise.
    func pass() async throws {
        passing.change { $0 += 1 }
        try await mode.wait { $0 != .slow }
        if mode.value == .cut { throw Unreachable() }
    }

    /// Waits until a number of requests were sent.
    func waitForRequests(_ count: Int) async throws {
        try await passing.wait { $0 >= count }
    }

    func waitForCut() async throws {
        try await mode.wait { $0 == .cut }
    }
}

/// The changes of a server behind a network.
struct NetworkChanges: ChangeFeed {
    let base: any ChangeFeed
    let network: TestNetwork

    func mark() async throws -> UInt64 {
        try await network.pass()
        return try await base.mark()
    }

    func waitForChange(after mark: UInt64) async throws {
        try await network.pass()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await base.waitForChange(after: mark) }
            group.addTask {
                try await network.waitForCut()
                throw TestNetwork.Unreachable()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
