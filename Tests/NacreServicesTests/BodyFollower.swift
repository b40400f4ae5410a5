import Nacre

/// A follower without a log, which runs a given body.
struct BodyFollower: LogFollower {
    let label = "follower"
    let body: @Sendable (_ progress: (_ position: Position) -> Void) async throws -> Void

    func run(progress: ((_ position: Position) -> Void)?) async throws {
        try await body { progress?($0) }
        try await until { false }
    }
}
