import Nacre
import NacreTool

extension Parameters {
    /// The time of events that the parameter `by` names.
    func clock() throws -> AsOfOptions.Clock? {
        guard let text = value("by") else { return nil }
        guard let clock = AsOfOptions.Clock(rawValue: text) else {
            throw InspectorError.cannotShow("by=\(quoted(text)) is not a time of events: give recordedAt or time.")
        }
        return clock
    }
}
