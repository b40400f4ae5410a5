import FeatureAPI

extension BrowserTab {
    /// Applies the options that belong to a tab.
    func prepare() async throws { try await resize(session.options.size) }

    /// Gives the content another size; windows themselves cannot be as narrow as a telephone.
    package func resize(_ size: BrowserOptions.Size) async throws {
        try await develop(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(size.width)), "height": .number(Double(size.height)), "deviceScaleFactor": 1,
                "mobile": false,
            ])
    }

    /// Changes the preferred colours of this tab.
    package func prefer(_ appearance: BrowserOptions.Appearance) async throws {
        try await develop(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": .string(appearance.rawValue)]]])
    }

    /// Takes the browser off the network, or back on it.
    ///
    /// Requests fail at once, and pages notice it. A response that is being received goes on: to end a stream of
    /// events, end its server.
    package func setOnline(_ isOnline: Bool) async throws {
        try await send(
            .post, "/chromium/network_conditions",
            ["network_conditions": ["offline": .boolean(!isOnline), "latency": 0, "throughput": 0]])
    }
}
