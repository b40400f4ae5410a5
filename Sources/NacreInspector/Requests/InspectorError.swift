import Nacre
import NacreTool

/// Why a view cannot be shown.
struct InspectorError: Error, Hashable {
    let status: Int
    let title: String
    let detail: String

    /// There is no such page.
    static let noSuchPage = InspectorError(
        status: 404, title: "There is no such page", detail: "The address leads to no view of the inspector.")

    /// The inspector changes nothing.
    static let onlyReads = InspectorError(
        status: 405, title: "The inspector only reads",
        detail: "Pages are answers to GET and HEAD; POST cancels a question, asks it again, or, with --allow-repair, "
            + "retries or skips an event.")
}

extension InspectorError {
    /// What an error means for the client.
    init(_ error: any Error) {
        switch error {
        case let error as InspectorError: self = error
        case let error as EventStoreError: self.init(error)
        case let error as CommandError where error.code == .noSuchEvent:
            self.init(status: 404, title: "There is no such event", detail: error.message)
        case let error as CommandError where error.code == .noSuchStream:
            self.init(status: 404, title: "There is no such stream", detail: error.message)
        case let error as CommandError where [.noSuchProjection, .noSuchProcess].contains(error.code):
            self.init(status: 404, title: "There is nothing of this name", detail: error.message)
        case let error as CommandError: self.init(status: 400, title: "This cannot be shown", detail: error.message)
        case is CancellationError:
            self.init(status: 503, title: "The inspector is ending", detail: "Start it again to see this view.")
        default: self.init(status: 500, title: "This cannot be shown", detail: "\(error)")
        }
    }

    private init(_ error: EventStoreError) {
        let (status, title) =
            switch error.code {
            case .invalidArgument: (400, "This cannot be shown")
            case .noSuchPosition: (404, "The log has no such position")
            case .damaged: (500, "The log is damaged here")
            case .closed: (503, "The inspector is ending")
            default: (500, "The store cannot be read")
            }
        self.init(status: status, title: title, detail: "\(error)")
    }
}

extension InspectorError {
    /// A parameter is invalid.
    static func cannotShow(_ detail: String) -> InspectorError {
        InspectorError(status: 400, title: "This cannot be shown", detail: detail)
    }

    /// The value of a parameter, whose errors are those of the request.
    static func shown<Value>(_ name: String, _ parse: () throws -> Value) throws -> Value {
        do {
            return try parse()
        } catch {
            throw cannotShow("\(name): \(error).")
        }
    }
}
