package import DomainKit
internal import Testing

/// Compares the judgements of a decider with its decisions.
package struct JudgementAudit<Model: JudgingDecider>: Sendable {
    /// The commands that can be decided in a state.
    package let commands: [Model.Command]

    /// Whether a decided event is the judged one; by default if all their bytes are equal.
    package var isSame: @Sendable (Model.Event, Model.Event) -> Bool = { "\($0)".utf8.elementsEqual("\($1)".utf8) }

    package init(_ model: Model.Type, commands: [Model.Command]) {
        self.commands = commands
    }

    /// Expects that exactly the events that a command decides in a state are allowed.
    ///
    /// - Returns: The number of allowed events.
    @discardableResult
    package func expectAgreement(on events: [Model.Event], in state: Model.State) -> Int {
        var decided: [Model.Event] = []
        for command in commands {
            do { decided += try Model.decide(command, state) } catch { continue }
        }
        var allowed = 0
        for event in events {
            let isDecided = decided.contains { isSame($0, event) }
            #expect(Model.allows(event, in: state) == isDecided, "\(event) in \(state)")
            if isDecided { allowed += 1 }
        }
        return allowed
    }
}
