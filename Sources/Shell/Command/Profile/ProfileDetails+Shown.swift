import DomainKit
import Nacre
import NacreTool
import ProfileDomain

extension ProfileDetails: Listed, Shown {
    static let columns: [TableColumn] = [
        .text("SCREEN NAME", width: 30), .text("BIRTHDAY", width: 10), .number("VERSION", width: 7).optional,
        .whole("CREATED", width: 20).optional, .whole("USER"),
    ]

    var cells: [String] {
        [
            TerminalText.cell(screenName), TerminalText.cell(birthday), "\(version)", createdAt.cell,
            TerminalText.cell(id.text),
        ]
    }

    var fields: [(name: String, text: String)] {
        [
            ("user", TerminalText.cell(id.text)), ("screen name", TerminalText.cell(screenName)),
            ("birthday", TerminalText.cell(birthday)), ("created", createdAt.description),
            ("updated", updatedAt.description), ("version", "\(version)"),
        ]
    }

    func writeJSON(to bytes: inout [UInt8]) {
        JSONWriter.object(in: &bytes) { writer in
            writer.field("id", id.text)
            writer.field("screenName", screenName)
            writer.field("birthday", birthday)
            writer.field("createdAt", createdAt)
            writer.field("updatedAt", updatedAt)
            writer.field("version", version)
        }
    }
}
