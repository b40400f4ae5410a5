import Foundation

/// The progress of a suite, stored beside the reports, from which an interrupted suite resumes.
struct SuiteState: Hashable, Sendable, Codable {
    struct Ending: Hashable, Sendable, Codable {
        /// The call's ``SuitePlan/Call/arguments``.
        var arguments: [String]

        /// The program that made it; see ``ProgramStamp``.
        var program: String

        var exitCode: Int32

        /// The call's last message, if it failed and the message did not go to a terminal.
        var message: String?

        var seconds: Double

        /// Whether it was the first call of its suite: before later ones, the suite itself loads the machine.
        var isFirst: Bool

        /// The day, in UTC: `2026-11-30`.
        var day: String
    }

    var schema = 1

    var size: SuiteSize

    /// The endings of steps, by name.
    var endings: [String: Ending] = [:]

    /// How a call ended, if it was this call by this program.
    func ending(of call: SuitePlan.Call, by program: String) -> Ending? {
        guard let ending = endings[call.step.name], ending.arguments == call.arguments, ending.program == program else {
            return nil
        }
        return ending
    }
}
