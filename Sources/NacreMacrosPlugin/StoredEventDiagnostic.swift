import SwiftDiagnostics
import SwiftSyntax

/// A declaration that `@StoredEvent` cannot store, with the remedy in its message.
enum StoredEventDiagnostic {
    case notAnEnum
    case generic
    case noCases
    case conditional
    case repeatedCase(String)
    case noKey(String, in: String)
    case notAType

    func error(at node: some SyntaxProtocol) -> DiagnosticsError {
        DiagnosticsError(diagnostics: [Diagnostic(node: node, message: self)])
    }
}

extension StoredEventDiagnostic: DiagnosticMessage {
    var severity: DiagnosticSeverity { .error }

    var diagnosticID: MessageID { MessageID(domain: "NacreMacros", id: "StoredEvent") }

    var message: String {
        switch self {
        case .notAnEnum:
            "@StoredEvent needs an enum: make this an enum with a case for each event"
        case .generic:
            "a generic enum cannot be stored: write an enum for each type, or use CodableEventCodec"
        case .noCases: "the enum has no cases: add one"
        case .conditional:
            "cases inside #if cannot be stored: move them out of it"
        case .repeatedCase(let name):
            "'\(name)' occurs twice, and the log identifies cases by name: give one of them another name"
        case .noKey(let name, let keys): "'\(name)' has no key in \(keys): add it, or give the value a default"
        case .notAType: "name the stored enum: @StoredEvent(of: OrderEvent.self)"
        }
    }
}
