import Foundation

/// What a suite has done so far, as it is kept beside the reports: by it, what was stopped goes on where it was.
struct SuiteState: Hashable, Sendable, Codable {
    /// How a step ended.
    struct Ending: Hashable, Sendable, Codable {
        /// The call, as ``SuitePlan/Call/arguments`` has it.
        var arguments: [String]

        /// Which program made it; see ``ProgramStamp``.
        var program: String

        var exitCode: Int32

        /// What the call said at its end, where it failed and this was not said to a terminal.
        var message: String?

        var seconds: Double

        /// Whether it was the first that its suite ran: before the others, other work is the suite's own.
        var isFirst: Bool

        /// The day, in UTC: `2026-11-30`.
        var day: String
    }

    /// The version of this form.
    var schema = 1

    var size: SuiteSize

    /// How steps ended, by their names.
    var endings: [String: Ending] = [:]

    /// How a call ended, if it was this call by this program.
    func ending(of call: SuitePlan.Call, by program: String) -> Ending? {
        guard let ending = endings[call.step.name], ending.arguments == call.arguments, ending.program == program else {
            return nil
        }
        return ending
    }
}
