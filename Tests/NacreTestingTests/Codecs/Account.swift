import Nacre

/// The events whose layout most tests record.
enum Account: Codable, StoredEvent {
    static let category = "account"
    case opened(owner: String, note: String?)
    case paid(lines: [Line])
    case closed

    var tags: [Nacre.Tag] {
        guard case .opened(let owner, _) = self else { return [] }
        return ["owner:\(owner)"]
    }
}

struct Line: Codable {
    var product: String
    var count: Int
}
