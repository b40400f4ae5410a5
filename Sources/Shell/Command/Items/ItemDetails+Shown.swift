import DomainKit
import ItemsDomain
import Nacre
import NacreTool

extension ItemDetails: Listed, Shown {
    static let columns: [TableColumn] = [
        .whole("ID", width: 36), .text("STATE", width: 9), .number("VERSION", width: 7).optional,
        .whole("CREATED", width: 20).optional, .text("NAME"),
    ]

    static let furtherColumns: [TableColumn] = [.text("UPDATED", width: 20), .whole("OWNER", width: 36)]

    var furtherCells: [String] { [updatedAt.cell, owner?.description ?? "-"] }

    /// The item's state in one word.
    private var state: String { isDeleted ? "deleted" : isCompleted ? "completed" : "open" }

    var cells: [String] {
        [id.description, state, "\(version)", createdAt.cell, TerminalText.cell(name)]
    }

    var fields: [(name: String, text: String)] {
        [
            ("id", id.description), ("name", TerminalText.cell(name)),
        ] + (owner.map { [("owner", $0.description)] } ?? []) + [
            ("state", state), ("created", createdAt.description), ("updated", updatedAt.description),
            ("version", "\(version)"),
        ]
    }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("id", id.description)
            writer.field("name", name)
            if let owner { writer.field("owner", owner.description) }
            writer.field("isCompleted", isCompleted)
            writer.field("isDeleted", isDeleted)
            writer.field("createdAt", createdAt)
            writer.field("updatedAt", updatedAt)
            writer.field("version", version)
        }
    }
}
