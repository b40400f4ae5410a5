package import Nacre
package import NacreRuntime

/// What `stats`, `projections list` and `processes list` say of a store, without updating anything.
package struct StoreHealth: Sendable {
    /// A projection or a process manager.
    package struct Follower: Sendable {
        /// The name, safe for a terminal.
        package let name: String

        /// The state in one word, such as `halted`.
        package let state: String

        /// The position up to which it has followed the log.
        package let position: Position

        /// How many events it is behind; `nil` if this program does not judge that.
        package let lag: Position?

        /// Why it is in its state and what can be done, safe for a terminal; empty if there is nothing to say.
        package let remark: String

        /// The position before which it is halted, and goes on only after something is done; `nil` if it is not.
        package let haltedAt: Position?

        /// Whether it goes on only after something is done.
        package var isHalted: Bool { haltedAt != nil }

        /// What lets it go on.
        package let reference: FollowerReference
    }

    /// The counts and sizes.
    package let statistics: StoreStatistics

    /// The read models: those of the program's projections, then the foreign ones.
    package let projections: [Follower]

    /// The process managers that the program has, or that have recorded something.
    package let processes: [Follower]

    /// The projections that are halted, without what else is known of a store, which takes longer.
    ///
    /// - Parameters:
    ///   - runtime: The store with the program's features.
    ///   - tool: The program's name, for remedies.
    /// - Returns: Their names, the positions before which they are halted, and why.
    /// - Throws: `EventStoreError` if the read models cannot be read.
    package static func haltedProjections(
        of runtime: Runtime, tool: String
    ) async throws -> [(name: String, position: Position, remark: String)] {
        var halted: [(name: String, position: Position, remark: String)] = []
        for status in try await runtime.projections() {
            guard let position = status.halt?.position else { continue }
            let state = try await runtime.state(ofProjection: status.name, tool: tool)
            halted.append((TerminalText.cell(status.name), position, state.remark))
        }
        return halted
    }

    /// Reads the state of a store.
    ///
    /// - Parameters:
    ///   - runtime: The store with the program's features.
    ///   - tool: The program's name, for remedies.
    /// - Throws: `EventStoreError` if the log or the read models cannot be read.
    package init(of runtime: Runtime, tool: String) async throws {
        statistics = try await runtime.inspection.statistics()
        projections = try await runtime.projectionStates(tool: tool).map { state in
            Follower(
                name: TerminalText.cell(state.status.name), state: state.word, position: state.status.position,
                lag: state.standing == .own ? state.status.lag : nil, remark: state.remark,
                haltedAt: state.standing == .own ? state.status.halt?.position : nil,
                reference: .projection(state.status.name))
        }
        let states = try await runtime.states(of: try await runtime.allProcessJournals(), tool: tool)
        processes = states.map { state in
            Follower(
                name: TerminalText.cell(state.status.name), state: state.word, position: state.status.position,
                lag: nil, remark: state.remark, haltedAt: state.status.halt?.position,
                reference: .process(state.status.name))
        }
    }
}
