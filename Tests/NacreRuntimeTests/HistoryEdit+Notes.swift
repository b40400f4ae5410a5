@testable import NacreRuntime

extension HistoryEdit {
    /// Whether the edit may replace or move an event of the type `Noted`.
    var keepsNoted: Bool {
        switch self {
        case .replace, .move: true
        case .remove, .removeAll, .insert: false
        }
    }
}
