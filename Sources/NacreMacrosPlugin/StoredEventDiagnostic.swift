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
            "events are the cases of an enum: make this an enum, with a case for each thing that can happen"
        case .generic:
            "what is stored cannot depend on a type parameter: write an enum for each type, or use CodableEventCodec"
        case .noCases: "there is no case to store: add one"
        case .conditional:
            "whether these cases are there is not known when the codec is written: move them out of #if"
        case .repeatedCase(let name):
            "'\(name)' is there twice, and the log tells cases by their names alone: give one of them another name"
        case .noKey(let name, let keys): "'\(name)' has no key in \(keys): add it, or give the value a default"
        case .notAType: "name the enum that is stored: @StoredEvent(of: OrderEvent.self)"
        }
    }
}
